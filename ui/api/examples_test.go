package api

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

// Each route has an example of its request and of its response, which fits its description.
func TestEachRouteHasExamples(t *testing.T) {
	d := Document("1")
	used := map[string]bool{}
	check := func(o *huma.Operation, what string, mode huma.ValidateMode, contents map[string]*huma.MediaType) {
		for kind, c := range contents {
			if kind != "application/json" && kind != "application/problem+json" && kind != "text/event-stream" {
				continue // bytes, which docs/api.md describes
			}
			if c.Example == nil {
				t.Errorf("%s: %s has no example of %s", o.OperationID, what, c.Schema.Ref)
				continue
			}
			used[c.Schema.Ref[strings.LastIndexByte(c.Schema.Ref, '/')+1:]] = true
			var found huma.ValidateResult
			huma.Validate(d.Components.Schemas, c.Schema, huma.NewPathBuffer(nil, 0), mode, c.Example, &found)
			for _, err := range found.Errors {
				t.Errorf("%s: the example of %s: %v", o.OperationID, what, err)
			}
		}
	}
	count := 0
	for _, path := range d.Paths {
		for _, o := range operations(path) {
			count++
			if o.RequestBody != nil {
				check(o, "its body", huma.ModeWriteToServer, o.RequestBody.Content)
			}
			for status, r := range o.Responses {
				check(o, "the answer "+status, huma.ModeReadFromServer, r.Content)
			}
			for _, p := range o.Parameters {
				if p.Required && len(p.Schema.Examples) == 0 {
					t.Errorf("%s: %s has no example", o.OperationID, p.Name)
				}
			}
			if o.Summary == "" || o.OperationID == "" {
				t.Errorf("%s %s says nothing about itself", o.Method, o.Path)
			}
		}
	}
	if count < 40 {
		t.Errorf("%d routes were looked at", count)
	}
	for _, name := range slices.Sorted(maps.Keys(examples())) {
		if !used[name] {
			t.Errorf("no route has %s, of which there is an example", name)
		}
	}
}
