package timeline

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Extra holds the members of a JSON object that its Go type does not declare, so that they survive a round trip.
type Extra map[string]json.RawMessage

// RoleExtra is the member of a hidden entry that names the speaker's native role, when that role is not one of the
// entry types, such as a developer's instructions to Codex's model.
const RoleExtra = "role"

func (x Extra) clone() Extra {
	c := maps.Clone(x)
	for name, value := range c {
		c[name] = bytes.Clone(value)
	}
	return c
}

var knownMembers sync.Map // reflect.Type to map[string]bool

// membersOf returns the JSON names of a struct type's fields.
func membersOf(t reflect.Type) map[string]bool {
	if known, ok := knownMembers.Load(t); ok {
		return known.(map[string]bool)
	}
	known := make(map[string]bool, t.NumField())
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		known[name] = true
	}
	knownMembers.Store(t, known)
	return known
}

// unmarshalExtra decodes data into value, a pointer to a struct, and returns the members that the struct does not
// declare.
func unmarshalExtra(data []byte, value any) (Extra, error) {
	strict := json.NewDecoder(bytes.NewReader(data))
	strict.DisallowUnknownFields()
	if strict.Decode(value) == nil {
		return nil, nil // by far the most common case
	}
	if err := json.Unmarshal(data, value); err != nil {
		return nil, err
	}
	var members Extra
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, err
	}
	known := membersOf(reflect.TypeOf(value).Elem())
	maps.DeleteFunc(members, func(name string, _ json.RawMessage) bool { return known[name] })
	if len(members) == 0 {
		return nil, nil
	}
	return members, nil
}

// marshalExtra encodes value, a struct, followed by the members of extra.
func marshalExtra(value any, extra Extra) ([]byte, error) {
	data, err := marshal(value)
	if err != nil || len(extra) == 0 {
		return data, err
	}
	data = data[:len(data)-1]
	if len(data) > 1 {
		data = append(data, ',')
	}
	return append(appendMembers(data, extra), '}'), nil
}

// appendMembers appends the members of extra in the order of their names, separated by commas.
func appendMembers(dst []byte, extra Extra) []byte {
	for i, name := range slices.Sorted(maps.Keys(extra)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendString(dst, name)
		dst = append(dst, ':')
		dst = append(dst, extra[name]...)
	}
	return dst
}
