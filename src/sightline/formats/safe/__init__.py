"""Safe reading of untrusted JSON, XML, archives and sidecar files, with limits."""
