// Package schema holds the published JSON Schema (draft 2020-12) of the universal format, version 1.0. It describes
// both encodings: a value that it accepts is a whole session as one document, or one line of the JSON Lines encoding.
//
// What a schema cannot say (ids are unique, results have calls) is checked by timeline.Validate.
package schema

import _ "embed" // for the schema itself

// JSON is the schema.
//
//go:embed universal-1.0.schema.json
var JSON []byte
