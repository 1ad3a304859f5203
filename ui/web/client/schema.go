package client

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// errSchema is the error of a schema that cannot be expressed.
var errSchema = errors.New("cannot be written as a type")

// schemaMember is the member in which the library names the schema of a value. Pages do not use it.
const schemaMember = "$schema"

// member is a member of an object: of a value, or of a function's parameters.
type member struct {
	name, doc string
	schema    *huma.Schema
	isNeeded  bool
}

// declaration declares the type of a schema.
func declaration(name string, s *huma.Schema) (string, error) {
	if s.Type == huma.TypeObject && s.Ref == "" && len(s.Properties) > 0 && !s.Nullable {
		body, err := object(membersOf(s), "")
		if err != nil {
			return "", err
		}
		return comment("", s.Description) + "export interface " + typeName(name) + " " + body + "\n", nil
	}
	body, err := typeOf(s, "")
	if err != nil {
		return "", err
	}
	return comment("", s.Description) + "export type " + typeName(name) + " = " + body + ";\n", nil
}

// typeOf returns the type of a schema. Lines after the first begin with indent.
func typeOf(s *huma.Schema, indent string) (string, error) {
	text, err := typeWithoutNull(s, indent)
	if err == nil && s.Nullable && text != "unknown" {
		text += " | null"
	}
	return text, err
}

func typeWithoutNull(s *huma.Schema, indent string) (string, error) {
	if len(s.OneOf) > 0 || len(s.AnyOf) > 0 || len(s.AllOf) > 0 || s.Not != nil {
		return "", fmt.Errorf("a choice of several schemas %w", errSchema)
	}
	if s.Ref != "" {
		return typeName(s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]), nil
	}
	if len(s.Enum) > 0 {
		return choice(s.Enum), nil
	}
	switch s.Type {
	case huma.TypeString:
		return "string", nil
	case huma.TypeInteger, huma.TypeNumber:
		return "number", nil
	case huma.TypeBoolean:
		return "boolean", nil
	case huma.TypeArray:
		return list(s.Items, indent)
	case huma.TypeObject:
		return objectOrMap(s, indent)
	case "":
		return "unknown", nil
	}
	return "", fmt.Errorf("the type %s %w", s.Type, errSchema)
}

func choice(values []any) string {
	var all []string
	for _, value := range values {
		all = append(all, literal(value))
	}
	return strings.Join(all, " | ")
}

func list(items *huma.Schema, indent string) (string, error) {
	if items == nil {
		return "unknown[]", nil
	}
	text, err := typeOf(items, indent)
	if len(items.Enum) > 1 || items.Nullable {
		text = "(" + text + ")"
	}
	return text + "[]", err
}

func objectOrMap(s *huma.Schema, indent string) (string, error) {
	if len(s.Properties) > 0 {
		return object(membersOf(s), indent)
	}
	values, isMap := s.AdditionalProperties.(*huma.Schema)
	if s.AdditionalProperties == false {
		return "Record<string, never>", nil
	}
	if !isMap {
		return "Record<string, unknown>", nil
	}
	text, err := typeOf(values, indent)
	return "Record<string, " + text + ">", err
}

func membersOf(s *huma.Schema) []member {
	var all []member
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if name != schemaMember {
			property := s.Properties[name]
			all = append(all, member{name, property.Description, property, slices.Contains(s.Required, name)})
		}
	}
	return all
}

// object returns an object type with these members.
func object(members []member, indent string) (string, error) {
	inner := indent + "  "
	var text strings.Builder
	text.WriteString("{\n")
	for _, m := range members {
		kind, err := typeOf(m.schema, inner)
		if err != nil {
			return "", fmt.Errorf("%s: %w", m.name, err)
		}
		mark := "?"
		if m.isNeeded {
			mark = ""
		}
		text.WriteString(comment(inner, m.doc) + inner + memberName(m.name) + mark + ": " + kind + ";\n")
	}
	return text.String() + indent + "}", nil
}
