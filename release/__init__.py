"""What a release needs: a bill of materials, builds that can be repeated, a container file."""
