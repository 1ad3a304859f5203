package jsonschema

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Fault describes how a part of a value violates a schema.
type Fault struct {
	// Path leads to the part. It is empty for the whole value.
	Path []string
	// Keyword is the keyword of the schema that is violated. It is empty if the schema allows no value at all.
	Keyword string
	// Names holds the missing members for "required", and the surplus members for "additionalProperties". Known holds the
	// members that the latter allows.
	Names, Known []string
	// Got is the value, and Want is what the keyword demands. Their types depend on the keyword: for "type", the names of
	// types; for limits of numbers, texts; for lengths, numbers.
	Got, Want any
}

// dateTime is the only supported format.
const dateTime = "date-time"

// Faults returns how a value, as [Decode] or a YAML library returns it, violates the schema, in the order of the
// value's members.
func (s *Schema) Faults(value any) []Fault {
	c := checker{}
	c.check(s, nil, value)
	return c.faults
}

type checker struct{ faults []Fault }

func (c *checker) add(path []string, f Fault) {
	f.Path = slices.Clone(path)
	c.faults = append(c.faults, f)
}

// check checks one value. If the value has another type, or is none of the allowed values, check reports nothing else
// about it.
func (c *checker) check(s *Schema, path []string, value any) {
	if s.isFalse {
		c.add(path, Fault{Got: value})
		return
	}
	if f, broken := s.kind(value); broken {
		c.add(path, f)
		return
	}
	if s.target != nil {
		c.check(s.target, path, value)
	}
	switch v := value.(type) {
	case map[string]any:
		c.object(s, path, v)
	case []any:
		c.list(s, path, v)
	case string:
		c.text(s, path, v)
	default:
		c.number(s, path, v)
	}
	c.logic(s, path, value)
}

// kind reports whether a value has a type, or is a value, that the schema does not allow.
func (s *Schema) kind(value any) (Fault, bool) {
	if len(s.Types) > 0 && !slices.ContainsFunc(s.Types, func(name string) bool { return isOf(name, value) }) {
		return Fault{Keyword: "type", Got: typeOf(value), Want: []string(s.Types)}, true
	}
	if s.Const != nil && !equal(value, *s.Const) {
		return Fault{Keyword: "const", Got: value, Want: *s.Const}, true
	}
	if s.Enum != nil && !slices.ContainsFunc(s.Enum, func(one any) bool { return equal(value, one) }) {
		return Fault{Keyword: "enum", Got: value, Want: s.Enum}, true
	}
	if text, ok := value.(string); ok && s.Format == dateTime && !isTime(text) {
		return Fault{Keyword: "format", Got: value, Want: dateTime}, true
	}
	return Fault{}, false
}

func (c *checker) object(s *Schema, path []string, object map[string]any) {
	missing := slices.DeleteFunc(slices.Clone(s.Required), func(name string) bool { _, ok := object[name]; return ok })
	if len(missing) > 0 {
		c.add(path, Fault{Keyword: "required", Names: missing})
	}
	var others []string
	for _, name := range slices.Sorted(maps.Keys(object)) {
		member := s.Properties[name]
		if member == nil && s.Additional != nil && s.Additional.isFalse {
			others = append(others, name)
			continue
		}
		if member = cmp.Or(member, s.Additional); member != nil {
			c.check(member, append(path, name), object[name])
		}
	}
	if len(others) > 0 {
		c.add(path, Fault{Keyword: "additionalProperties", Names: others, Known: slices.Sorted(maps.Keys(s.Properties))})
	}
}

func (c *checker) list(s *Schema, path []string, list []any) {
	if len(list) < s.MinItems {
		c.add(path, Fault{Keyword: "minItems", Got: len(list), Want: s.MinItems})
	}
	for i, item := range list {
		if s.Items != nil {
			c.check(s.Items, append(path, strconv.Itoa(i)), item)
		}
	}
}

func (c *checker) text(s *Schema, path []string, text string) {
	if length := utf8.RuneCountInString(text); length < s.MinLength {
		c.add(path, Fault{Keyword: "minLength", Got: length, Want: s.MinLength})
	}
	if s.pattern != nil && !s.pattern.MatchString(text) {
		c.add(path, Fault{Keyword: "pattern", Got: text, Want: s.Pattern})
	}
}

func (c *checker) number(s *Schema, path []string, value any) {
	for _, limit := range []struct {
		keyword string
		limit   json.Number
		keeps   func(comparison int) bool
	}{
		{"minimum", s.Minimum, func(n int) bool { return n >= 0 }},
		{"maximum", s.Maximum, func(n int) bool { return n <= 0 }},
		{"exclusiveMinimum", s.ExclusiveMinimum, func(n int) bool { return n > 0 }},
	} {
		if limit.limit == "" {
			continue
		}
		got, want := rational(value), rational(limit.limit)
		if got != nil && want != nil && !limit.keeps(got.Cmp(want)) {
			c.add(path, Fault{Keyword: limit.keyword, Got: got.RatString(), Want: want.RatString()})
		}
	}
}

// logic checks a value against the schemas that make up the schema.
func (c *checker) logic(s *Schema, path []string, value any) {
	if s.Not != nil && len(s.Not.Faults(value)) == 0 {
		c.add(path, Fault{Keyword: "not", Got: value})
	}
	for _, part := range s.AllOf {
		c.check(part, path, value)
	}
	if s.If == nil {
		return
	}
	next := s.Then
	if len(s.If.Faults(value)) > 0 {
		next = s.Else
	}
	if next != nil {
		c.check(next, path, value)
	}
}

// isOf reports whether a value has a type. A number without a fraction is also an integer.
func isOf(name string, value any) bool {
	return typeOf(value) == name || name == "integer" && isInteger(value)
}

// typeOf returns the name of a value's type.
func typeOf(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return "number"
}

// rational returns a number, or nil for any other value.
func rational(value any) *big.Rat {
	if typeOf(value) != "number" {
		return nil
	}
	n, ok := new(big.Rat).SetString(fmt.Sprint(value))
	if !ok {
		return nil // not a finite number: YAML has those
	}
	return n
}

func isInteger(value any) bool {
	n := rational(value)
	return n != nil && n.IsInt()
}

func equal(a, b any) bool {
	if x, y := rational(a), rational(b); x != nil && y != nil {
		return x.Cmp(y) == 0
	}
	return reflect.DeepEqual(a, b)
}

// isTime reports whether a text is an RFC 3339 time, including a leap second at the end of a day.
func isTime(text string) bool {
	if _, err := time.Parse(time.RFC3339, text); err == nil {
		return true
	}
	const second = len("2006-01-02T15:04:")
	if len(text) < second+2 || text[second:second+2] != "60" {
		return false
	}
	at, err := time.Parse(time.RFC3339, text[:second]+"59"+text[second+2:])
	return err == nil && strings.HasPrefix(at.UTC().Format(time.TimeOnly), "23:59:59")
}
