package client

import (
	"bytes"
	"errors"
	"net/http"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"stead/internal/testkit"
)

// ref refers to a schema.
func ref(name string) *huma.Schema { return &huma.Schema{Ref: "#/components/schemas/" + name} }

var (
	text   = &huma.Schema{Type: huma.TypeString}
	number = &huma.Schema{Type: huma.TypeNumber}
)

// documentOf is a document with some schemas and operations, each at its own path.
func documentOf(schemas map[string]*huma.Schema, all ...*huma.Operation) *huma.OpenAPI {
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	for name, s := range schemas {
		registry.Map()[name] = s
	}
	paths := map[string]*huma.PathItem{}
	for _, o := range all {
		item := paths[o.Path]
		if item == nil {
			item = &huma.PathItem{}
			paths[o.Path] = item
		}
		switch o.Method {
		case http.MethodGet:
			item.Get = o
		case http.MethodPost:
			item.Post = o
		case http.MethodDelete:
			item.Delete = o
		}
	}
	return &huma.OpenAPI{Components: &huma.Components{Schemas: registry}, Paths: paths}
}

// answers are those of an operation: one of a type, and the problem that all have.
func answers(status, kind string, s *huma.Schema) map[string]*huma.Response {
	return map[string]*huma.Response{
		status:    {Content: map[string]*huma.MediaType{kind: {Schema: s}}},
		"default": {Content: map[string]*huma.MediaType{"application/problem+json": {Schema: ref("Problem")}}},
	}
}

func body(kind string, s *huma.Schema) *huma.RequestBody {
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{kind: {Schema: s}}}
}

// oddSchemas has a member of each kind.
var oddSchemas = map[string]*huma.Schema{
	"odd-thing": {
		Type: huma.TypeObject, Description: "ends /* here */ and\nnot there", Required: []string{"id", "exit-code", "later"},
		Properties: map[string]*huma.Schema{
			"$schema":   text,
			"id":        text,
			"exit-code": {Type: huma.TypeInteger, Description: "what it ended with"},
			"later":     {Type: huma.TypeString, Nullable: true, Format: "date-time"},
			"state":     {Type: huma.TypeString, Enum: []any{"on", `"off"`}},
			"level":     {Type: huma.TypeInteger, Enum: []any{1, 2}, Nullable: true},
			"whatever":  {},
			"next":      ref("odd-thing"),
			"nexts":     {Type: huma.TypeArray, Nullable: true, Items: ref("odd-thing")},
			"states":    {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString, Enum: []any{"a", "b"}}},
			"holes":     {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeNumber, Nullable: true}},
			"rows":      {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeArray, Items: number}},
			"anything":  {Type: huma.TypeArray},
			"by": {Type: huma.TypeObject, AdditionalProperties: &huma.Schema{Type: huma.TypeArray, Nullable: true,
				Items: number}},
			"free":  {Type: huma.TypeObject, AdditionalProperties: true},
			"empty": {Type: huma.TypeObject, AdditionalProperties: false},
			"inner": {Type: huma.TypeArray, Items: &huma.Schema{
				Type: huma.TypeObject, Properties: map[string]*huma.Schema{
					"maybe": {Type: huma.TypeBoolean, Nullable: true, Description: "or not"},
				},
			}},
		},
	},
	"Names":   {Type: huma.TypeObject, AdditionalProperties: text, Description: "by id"},
	"Nothing": {Type: huma.TypeObject, AdditionalProperties: false},
}

// oddOperations has an operation of each kind.
var oddOperations = []*huma.Operation{
	{
		OperationID: "get-odd-thing", Method: http.MethodGet, Path: "/things/{thing-id}", Summary: "Get it",
		Description: "All of it.",
		Parameters: []*huma.Param{
			{Name: "thing-id", In: "path", Schema: text, Description: "which"},
			{Name: "a-b", In: "query", Schema: &huma.Schema{Type: huma.TypeArray, Nullable: true, Items: text}},
			{Name: "If-None-Match", In: "header", Schema: text},
		},
		Responses: answers("200", jsonType, ref("odd-thing")),
	},
	{
		OperationID: "delete-odd-thing", Method: http.MethodDelete, Path: "/things/{thing-id}",
		Parameters: []*huma.Param{{Name: "thing-id", In: "path", Schema: text}},
		Responses:  answers("202", jsonType, ref("Nothing")),
	},
	{
		OperationID: "list-names", Method: http.MethodGet, Path: "/names", Summary: "List names",
		Responses: answers("200", jsonType, ref("Names")),
		Parameters: []*huma.Param{
			{Name: "q", In: "query", Schema: text}, {Name: "from", In: "query", Schema: number},
			{Name: "to", In: "query", Schema: number},
			{Name: "all", In: "query", Schema: &huma.Schema{Type: huma.TypeBoolean}},
		},
	},
	{
		OperationID: "find-name", Method: http.MethodGet, Path: "/name", Responses: answers("200", jsonType, text),
		Parameters: []*huma.Param{{Name: "q", In: "query", Required: true, Schema: text}},
	},
	{
		OperationID: "put-names", Method: http.MethodPost, Path: "/names", RequestBody: body(jsonType, ref("Names")),
		Responses: answers("202", jsonType, ref("Names")),
	},
	{OperationID: "get-picture", Method: http.MethodGet, Path: "/picture", Responses: answers("200", "image/png", nil)},
	{OperationID: "follow", Method: http.MethodGet, Path: "/news",
		Responses: answers("200", streamType, ref("odd-thing"))},
	{
		OperationID: "talk", Method: http.MethodGet, Path: "/things/{thing-id}/talk", Summary: "Talk to it",
		Parameters: []*huma.Param{{Name: "thing-id", In: "path", Schema: text}},
		Responses:  map[string]*huma.Response{"101": {}, "200": {}},
	},
}

func TestOddCases(t *testing.T) {
	var written bytes.Buffer
	if err := Write(&written, documentOf(oddSchemas, oddOperations...)); err != nil {
		t.Fatal(err)
	}
	testkit.Golden(t, "testdata/odd.ts", written.Bytes())
}

// Something that cannot be expressed is an error that names it.
func TestWhatCannotBeWritten(t *testing.T) {
	either := &huma.Schema{OneOf: []*huma.Schema{text, number}}
	operation := func(change func(*huma.Operation)) *huma.OpenAPI {
		o := &huma.Operation{OperationID: "get-it", Method: http.MethodGet, Path: "/it",
			Responses: answers("200", jsonType, text)}
		change(o)
		return documentOf(nil, o)
	}
	for name, c := range map[string]struct {
		document *huma.OpenAPI
		kind     error
		says     string
	}{
		"a choice": {
			documentOf(map[string]*huma.Schema{"It": {Type: huma.TypeObject,
				Properties: map[string]*huma.Schema{"a": either}}}), errSchema,
			"the schema It: a: a choice of several schemas cannot be written as a type",
		},
		"a strange type": {
			documentOf(map[string]*huma.Schema{"It": {Type: "file"}}), errSchema,
			"the schema It: the type file cannot be written as a type",
		},
		"a parameter": {
			operation(func(o *huma.Operation) { o.Parameters = []*huma.Param{{Name: "q", In: "query", Schema: either}} }),
			errSchema,
			"the operation get-it: q: a choice of several schemas cannot be written as a type",
		},
		"a path": {
			operation(func(o *huma.Operation) { o.Path = "/{it}.json" }), errRoute,
			"the operation get-it: the path /{it}.json, with a part that is given in half, cannot be written as a function",
		},
		"a body": {
			operation(func(o *huma.Operation) { o.RequestBody = body("text/plain", text) }), errRoute,
			"the operation get-it: a body that is not JSON cannot be written as a function",
		},
		"no answer": {
			operation(func(o *huma.Operation) { o.Responses = nil }), errRoute,
			"the operation get-it: a route without an answer cannot be written as a function",
		},
	} {
		err := Write(&bytes.Buffer{}, c.document)
		if !errors.Is(err, c.kind) || err.Error() != c.says {
			t.Errorf("%s: %v; want %s", name, err, c.says)
		}
	}
}
