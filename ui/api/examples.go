package api

import (
	_ "embed"
	"encoding/json"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// exampleText has an example of each type of request and response body, by the name of its schema.
//
//go:embed examples.json
var exampleText []byte

var examples = sync.OnceValue(func() map[string]any {
	var all map[string]any
	if err := json.Unmarshal(exampleText, &all); err != nil {
		panic("examples.json: " + err.Error())
	}
	return all
})

// exemplify adds the examples to the routes of a document.
func exemplify(d *huma.OpenAPI) {
	for _, path := range d.Paths {
		for _, o := range operations(path) {
			if o.RequestBody != nil {
				exemplifyAll(o.RequestBody.Content)
			}
			for _, r := range o.Responses {
				exemplifyAll(r.Content)
			}
		}
	}
}

func exemplifyAll(contents map[string]*huma.MediaType) {
	for _, c := range contents {
		if c.Schema == nil {
			continue
		}
		if example, ok := examples()[c.Schema.Ref[strings.LastIndexByte(c.Schema.Ref, '/')+1:]]; ok {
			c.Example = example
		}
	}
}

// operations returns the routes of a path.
func operations(p *huma.PathItem) (all []*huma.Operation) {
	for _, o := range []*huma.Operation{p.Get, p.Post, p.Patch, p.Delete} {
		if o != nil {
			all = append(all, o)
		}
	}
	return all
}
