// Package jsonschema validates values against the parts of JSON Schema (draft 2020-12) that stead's own schemas use,
// and reports all faults.
//
// The libraries that support all of JSON Schema were measured. github.com/santhosh-tekuri/jsonschema/v6 compiles the
// meta-schemas of all drafts when the program starts, which adds 3 to 5 ms to each command.
// github.com/google/jsonschema-go reports only the first fault. The tests compare this package with the former. A
// schema with an unknown keyword is rejected rather than partly understood.
package jsonschema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// Schema is a JSON Schema, or a part of one. It is safe for concurrent use.
type Schema struct {
	Reference string `json:"$ref"`
	Types     types  `json:"type"`
	Const     *any   `json:"const"`
	Enum      []any  `json:"enum"`
	Format    string `json:"format"`

	Properties map[string]*Schema `json:"properties"`
	Required   []string           `json:"required"`
	Additional *Schema            `json:"additionalProperties"`

	Items    *Schema `json:"items"`
	MinItems int     `json:"minItems"`

	MinLength int    `json:"minLength"`
	Pattern   string `json:"pattern"`

	Minimum          json.Number `json:"minimum"`
	Maximum          json.Number `json:"maximum"`
	ExclusiveMinimum json.Number `json:"exclusiveMinimum"`

	AllOf []*Schema `json:"allOf"`
	Not   *Schema   `json:"not"`
	If    *Schema   `json:"if"`
	Then  *Schema   `json:"then"`
	Else  *Schema   `json:"else"`

	// Definitions are parsed when they are referenced: some are for people.
	Definitions map[string]json.RawMessage `json:"$defs"`

	// The following keywords do not constrain a value.
	Dialect         string `json:"$schema"`
	ID              string `json:"$id"`
	Title           string `json:"title"`
	Description     string `json:"description"`
	Default         any    `json:"default"`
	ContentEncoding string `json:"contentEncoding"`

	// A schema with one of the following keywords is rejected.
	OneOf         json.RawMessage `json:"oneOf"`
	PropertyNames json.RawMessage `json:"propertyNames"`
	Unevaluated   json.RawMessage `json:"unevaluatedProperties"`

	// isFalse marks the schema that no value satisfies.
	isFalse bool
	target  *Schema // of the reference
	pattern *regexp.Regexp
}

// types holds the names of types. A schema may have one name or a list of names.
type types []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *types) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		return json.Unmarshal(data, (*[]string)(t))
	}
	*t = make(types, 1)
	return json.Unmarshal(data, &(*t)[0])
}

// UnmarshalJSON implements json.Unmarshaler. An unknown keyword is an error.
func (s *Schema) UnmarshalJSON(data []byte) error {
	if isTrue := string(data) == "true"; isTrue || string(data) == "false" {
		s.isFalse = !isTrue
		return nil
	}
	type plain Schema // without this method
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	d.UseNumber()
	return d.Decode((*plain)(s))
}

// definitions is the prefix of all references: no schema of stead refers to anything else.
const definitions = "#/$defs/"

// Compile returns the schema in a document or, if parts are given, its definitions with these names. It returns an
// error for a document that is not a schema, and for one that uses unsupported features.
func Compile(document []byte, parts ...string) (map[string]*Schema, error) {
	var root Schema
	if err := json.Unmarshal(document, &root); err != nil {
		return nil, err
	}
	l := linker{definitions: root.Definitions, known: map[string]*Schema{}}
	if len(parts) == 0 {
		return map[string]*Schema{"": &root}, l.link(&root)
	}
	compiled := map[string]*Schema{}
	for _, name := range parts {
		part, err := l.definition(name)
		if err != nil {
			return nil, err
		}
		compiled[name] = part
	}
	return compiled, nil
}

// linker resolves the references of the parts of a schema.
type linker struct {
	definitions map[string]json.RawMessage
	known       map[string]*Schema
}

// definition returns a definition with everything that it refers to. A definition may refer to itself.
func (l linker) definition(name string) (*Schema, error) {
	if s := l.known[name]; s != nil {
		return s, nil
	}
	document, ok := l.definitions[name]
	if !ok {
		return nil, fmt.Errorf("there is no definition %q", name)
	}
	s := &Schema{}
	if err := json.Unmarshal(document, s); err != nil {
		return nil, fmt.Errorf("definition %q: %w", name, err)
	}
	l.known[name] = s
	if err := l.link(s); err != nil {
		return nil, fmt.Errorf("definition %q: %w", name, err)
	}
	return s, nil
}

func (l linker) link(s *Schema) error {
	if s == nil {
		return nil
	}
	if err := l.prepare(s); err != nil {
		return err
	}
	for _, part := range append([]*Schema{s.Additional, s.Items, s.Not, s.If, s.Then, s.Else}, s.AllOf...) {
		if err := l.link(part); err != nil {
			return err
		}
	}
	for name, part := range s.Properties {
		if err := l.link(part); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (l linker) prepare(s *Schema) (err error) {
	if s.OneOf != nil || s.PropertyNames != nil || s.Unevaluated != nil {
		return errors.New("oneOf, propertyNames and unevaluatedProperties are not supported")
	}
	if s.Format != "" && s.Format != dateTime {
		return fmt.Errorf("the format %q is not supported", s.Format)
	}
	if s.Pattern != "" {
		if s.pattern, err = regexp.Compile(s.Pattern); err != nil {
			return err
		}
	}
	if s.Reference == "" {
		return nil
	}
	name, ok := strings.CutPrefix(s.Reference, definitions)
	if !ok {
		return fmt.Errorf("the reference %q leads out of the schema", s.Reference)
	}
	s.target, err = l.definition(name)
	return err
}

// Decode decodes a JSON value for [Schema.Faults]. It returns the errors of the JSON decoder.
func Decode(data []byte) (value any, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	err = d.Decode(&value)
	return value, err
}
