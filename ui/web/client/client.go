// Package client generates the TypeScript client with which the web pages call the API: a type for each schema of its
// OpenAPI document, and a function for each route. The file call.ts beside the generated file sends the requests.
package client

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// head begins the generated file.
const head = `// Made of the API's OpenAPI document by: go test ./ui/web/client -update
// Changes made by hand are lost.
import { call, fetchBytes, type Options } from "./call";
`

// Write writes the client of the API that document describes. It fails if it cannot express something, rather than
// leave it out.
func Write(w io.Writer, document *huma.OpenAPI) error {
	parts := []string{head}
	schemas := document.Components.Schemas.Map()
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		text, err := declaration(name, schemas[name])
		if err != nil {
			return fmt.Errorf("the schema %s: %w", name, err)
		}
		parts = append(parts, text)
	}
	for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
		for _, o := range operations(document.Paths[path]) {
			text, err := routeOf(o)
			if err != nil {
				return fmt.Errorf("the operation %s: %w", o.OperationID, err)
			}
			parts = append(parts, text)
		}
	}
	_, err := io.WriteString(w, strings.Join(parts, "\n"))
	return err
}

// operations returns the routes of a path.
func operations(p *huma.PathItem) []*huma.Operation {
	all := []*huma.Operation{p.Get, p.Post, p.Put, p.Patch, p.Delete}
	return slices.DeleteFunc(all, func(o *huma.Operation) bool { return o == nil })
}
