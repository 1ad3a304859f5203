// Package toolmap translates tool calls between a CLI's tools and the universal tools by means of a table. Each format
// package contains its CLI's half of the table, and code for what a table cannot express (a tool of a different shape).
package toolmap

import (
	"slices"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Row maps a native tool to a universal tool.
type Row = timeline.NativeTool

// Argument holds the two names of an argument.
type Argument = timeline.NativeArgument

// Pairs returns arguments. Each pair of names is the universal name and the native name.
func Pairs(names ...string) []Argument {
	var arguments []Argument
	for pair := range slices.Chunk(names, 2) {
		arguments = append(arguments, Argument{Universal: pair[0], Native: pair[1]})
	}
	return arguments
}

// Table is one CLI's half of the tool table. A universal tool is written as the tool in its first row.
type Table []Row

// ToUniversal translates a call. Arguments that are not in the table keep their names. A tool that is not in the table
// becomes timeline.Unknown, with its input unchanged. Values are copied unchanged.
func (t Table) ToUniversal(name string, input []byte) (timeline.Tool, []byte) {
	at := slices.IndexFunc(t, func(r Row) bool { return r.Name == name || slices.Contains(r.Former, name) })
	if at < 0 {
		return timeline.Unknown, input
	}
	row := t[at]
	o := timeline.NewObject(make([]byte, 0, len(input)+16))
	for key, value := range jsonl.Members(input) {
		o.Raw(universalName(row, string(key)), value)
	}
	return row.Tool, o.End()
}

// FromUniversal translates a call into the CLI's own tool. It returns the native name and input, and the names of the
// universal arguments that the native tool does not have. It omits these arguments. Ok is false if the CLI has no such
// tool.
func (t Table) FromUniversal(tool timeline.Tool, input []byte) (name string, native []byte, dropped []string, ok bool) {
	at := slices.IndexFunc(t, func(r Row) bool { return r.Tool == tool })
	if at < 0 || tool == timeline.Unknown {
		return "", nil, nil, false
	}
	row := t[at]
	o := timeline.NewObject(make([]byte, 0, len(input)+16))
	for key, value := range jsonl.Members(input) {
		if name := nativeName(row, string(key)); name != "" {
			o.Raw(name, value)
		} else {
			dropped = append(dropped, string(key))
		}
	}
	return row.Name, o.End(), dropped, true
}

// Whole translates a call as [Table.FromUniversal] does, but keeps the arguments that the native tool does not have,
// under their universal names. A model reads the arguments of a past call, and no CLI runs the call again.
func (t Table) Whole(tool timeline.Tool, input []byte) (name string, native []byte, ok bool) {
	name, native, dropped, ok := t.FromUniversal(tool, input)
	return name, With(native, input, dropped), ok
}

// With returns native arguments plus the universal arguments with the given names. It omits those whose names are
// taken.
func With(native, input []byte, names []string) []byte {
	if len(names) == 0 {
		return native
	}
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(native) {
		o.Raw(string(key), value)
	}
	for key, value := range jsonl.Members(input) {
		if slices.Contains(names, string(key)) && jsonl.Value(native).Get(string(key)) == nil {
			o.Raw(string(key), value)
		}
	}
	return o.End()
}

// Others returns the names of the arguments that are not in known.
func Others(input []byte, known ...string) []string {
	var others []string
	for key := range jsonl.Members(input) {
		if !slices.Contains(known, string(key)) {
			others = append(others, string(key))
		}
	}
	return others
}

// Approximation says that an argument was replaced by the closest equivalent of the native tool, and how close this is.
// Why is a sentence for people without a period. It contains nothing of the value.
type Approximation struct{ Argument, Why string }

// RenameInItems returns arguments in which one member of each object in one of the lists is renamed.
func RenameInItems(arguments []byte, list, from, to string) []byte {
	if !jsonl.Value(arguments).Get(list).IsArray() {
		return arguments
	}
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(arguments) {
		if string(key) == list {
			value = renameInItems(value, from, to)
		}
		o.Raw(string(key), value)
	}
	return o.End()
}

func renameInItems(list jsonl.Value, from, to string) []byte {
	var items [][]byte
	for item := range jsonl.Elements(list) {
		if item.IsObject() {
			o := timeline.NewObject(nil)
			for key, value := range jsonl.Members(item) {
				if string(key) == from {
					key = []byte(to)
				}
				o.Raw(string(key), value)
			}
			item = o.End()
		}
		items = append(items, item)
	}
	return timeline.AppendArray(nil, items)
}

func universalName(r Row, native string) string {
	for _, a := range r.Arguments {
		if a.Native == native {
			return a.Universal
		}
	}
	return native
}

func nativeName(r Row, universal string) string {
	for _, a := range r.Arguments {
		if a.Universal == universal {
			return a.Native
		}
	}
	return ""
}
