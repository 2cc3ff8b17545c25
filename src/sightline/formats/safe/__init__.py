"""Files from strangers: JSON, XML, archives and sidecar files read within limits."""
