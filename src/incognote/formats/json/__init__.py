"""JSON of any shape, and FHIR where a file says that it is: `any` tells which."""
