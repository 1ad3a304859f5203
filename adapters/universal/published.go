package universal

import _ "embed" // for the schema itself

// SchemaJSON is the published JSON Schema (draft 2020-12) of the format, version 1.0. It describes both encodings: a
// value that it accepts is a whole session as one document, or one line of the JSON Lines encoding. What a schema
// cannot say (ids are unique, results have calls) is checked by timeline.Validate.
//
//go:embed universal-1.0.schema.json
var SchemaJSON []byte
