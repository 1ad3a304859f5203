package universal

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"stead/internal/schemafault"
	"stead/timeline/schema"
)

// The parts of a file that the schema describes apart.
const (
	HeaderPart   = "header"
	HeaderLine   = "headerLine"
	EntryPart    = "entry"
	schemaURN    = "urn:stead:universal:1.0"
	partsOfFiles = "#/$defs/"
)

// schemas compiles the schema of each part.
var schemas = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema.JSON))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(schemaURN, document); err != nil {
		return nil, err
	}
	compiled := map[string]*jsonschema.Schema{}
	for _, part := range []string{HeaderPart, HeaderLine, EntryPart} {
		if compiled[part], err = compiler.Compile(schemaURN + partsOfFiles + part); err != nil {
			return nil, err
		}
	}
	return compiled, nil
})

// CheckSchema returns the faults of a part, which must be valid JSON.
func CheckSchema(part string, value []byte) ([]schemafault.Fault, error) {
	compiled, err := schemas()
	if err != nil {
		return nil, fmt.Errorf("compile the schema of the universal format: %w", err)
	}
	decoded, err := jsonschema.UnmarshalJSON(bytes.NewReader(value))
	if err != nil {
		return nil, err
	}
	var broken *jsonschema.ValidationError
	if err := compiled[part].Validate(decoded); err == nil || !errors.As(err, &broken) {
		return nil, err
	}
	return schemafault.Of(broken, nil), nil
}
