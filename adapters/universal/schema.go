package universal

import (
	"fmt"
	"sync"

	"stead/internal/adapt/jsonschema"
)

// The parts of a file that the schema describes separately.
const (
	HeaderPart = "header"
	HeaderLine = "headerLine"
	EntryPart  = "entry"
)

// schemas compiles the schema of each part.
var schemas = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	return jsonschema.Compile(SchemaJSON, HeaderPart, HeaderLine, EntryPart)
})

// CheckSchema returns the faults of a part, which must be valid JSON.
func CheckSchema(part string, value []byte) ([]jsonschema.Violation, error) {
	compiled, err := schemas()
	if err != nil {
		return nil, fmt.Errorf("compile the schema of the universal format: %w", err)
	}
	decoded, err := jsonschema.Decode(value)
	if err != nil {
		return nil, err
	}
	return jsonschema.Describe(compiled[part].Faults(decoded), nil), nil
}
