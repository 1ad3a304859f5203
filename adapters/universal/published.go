package universal

import _ "embed" // for the schema itself

// SchemaJSON is the published JSON Schema (draft 2020-12) of the format, version 1.0. It describes both encodings: a
// valid value is either a whole session as one document, or one line of the JSON Lines encoding. timeline.Validate
// checks the rules that a schema cannot express (ids are unique, results have calls).
//
//go:embed universal-1.0.schema.json
var SchemaJSON []byte
