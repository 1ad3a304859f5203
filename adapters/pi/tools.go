package pi

import (
	"cmp"
	"strconv"

	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

// The tools for which the table is not enough.
const (
	Bash = "bash"
	edit = "edit"
)

// table is Pi's half of the tool table. Pi offers grep, find and ls only if the user asks for them.
var table = toolmap.Table{
	{Tool: timeline.Read, Name: "read", Arguments: []toolmap.Argument{
		{Universal: "path", Native: "path"}, {Universal: "offset", Native: "offset"}, {Universal: "limit", Native: "limit"}}},
	{Tool: timeline.Write, Name: "write", Arguments: []toolmap.Argument{
		{Universal: "path", Native: "path"}, {Universal: "content", Native: "content"}}},
	{Tool: timeline.Edit, Name: edit, Arguments: []toolmap.Argument{
		{Universal: "path", Native: "path"}, {Universal: "old", Native: "oldText"}, {Universal: "new", Native: "newText"}}},
	{Tool: timeline.Bash, Name: Bash, Arguments: []toolmap.Argument{
		{Universal: "command", Native: "command"}, {Universal: "timeout", Native: "timeout"}}},
	{Tool: timeline.Search, Name: "grep", Arguments: []toolmap.Argument{
		{Universal: "pattern", Native: "pattern"}, {Universal: "path", Native: "path"}, {Universal: "glob", Native: "glob"}}},
	{Tool: timeline.Glob, Name: "find", Arguments: []toolmap.Argument{
		{Universal: "pattern", Native: "pattern"}, {Universal: "path", Native: "path"}}},
	{Tool: timeline.List, Name: "ls", Arguments: []toolmap.Argument{
		{Universal: "path", Native: "path"}}},
}

// Tools returns Pi's half of the tool table.
func Tools() toolmap.Table { return table }

// ToUniversal translates a call of one of the CLI's tools. The CLI measures timeouts in seconds, and one call can edit
// several places.
func ToUniversal(name string, arguments []byte) (timeline.Tool, []byte) {
	tool, input := table.ToUniversal(name, arguments)
	switch tool {
	case timeline.Bash:
		input = scaled(input, 1000, 1)
	case timeline.Edit:
		input = flattened(input)
	}
	return tool, input
}

// FromUniversal translates a call into one of the CLI's tools. Dir is the session's working folder. Arguments that the
// tool does not have keep their universal names: Pi 0.87.1 sends a past call unchanged, so the model reads them. Ok is
// also false for a patch of several files, and for one with a place that its text does not identify.
func FromUniversal(tool timeline.Tool, input []byte, dir string) (name string, native []byte, ok bool) {
	switch tool {
	case timeline.Bash:
		input = scaled(toolmap.InFolder(input, dir), 1, 1000)
	case timeline.Edit:
		if text := jsonl.Value(input).Get("patch"); text.IsString() {
			native, ok = editsOf(text.String())
			return edit, toolmap.With(native, input, toolmap.Others(input, "patch", "path")), ok
		}
		if !jsonl.Value(input).Get("old").IsString() || !jsonl.Value(input).Get("new").IsString() {
			return "", nil, false
		}
	}
	name, native, ok = table.Whole(tool, input)
	if tool == timeline.Edit {
		native = nested(native)
	}
	return name, native, ok
}

// scaled returns arguments with the timeout multiplied by times and divided by by.
func scaled(input []byte, times, by int64) []byte {
	return with(input, "timeout", func(value jsonl.Value) []byte {
		seconds, err := strconv.ParseFloat(string(value), 64)
		if err != nil {
			return value
		}
		return strconv.AppendFloat(nil, seconds*float64(times)/float64(by), 'f', -1, 64)
	})
}

// with returns arguments with one argument changed.
func with(input []byte, name string, change func(jsonl.Value) []byte) []byte {
	if jsonl.Value(input).Get(name) == nil {
		return input
	}
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(input) {
		if string(key) == name {
			value = change(value)
		}
		o.Raw(string(key), value)
	}
	return o.End()
}

// flattened turns a list of edits into the change of one place if it has one element, and otherwise into a patch.
func flattened(input []byte) []byte {
	edits := jsonl.Value(input).Get("edits")
	if !edits.IsArray() {
		return input // versions before the list had the texts next to the path
	}
	var places []jsonl.Value
	for place := range jsonl.Elements(edits) {
		places = append(places, place)
	}
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(input) {
		if string(key) != "edits" {
			o.Raw(string(key), value)
		}
	}
	if len(places) == 1 {
		for key, value := range jsonl.Members(places[0]) {
			o.Raw(cmp.Or(map[string]string{"oldText": "old", "newText": "new"}[string(key)], string(key)), value)
		}
		return o.End()
	}
	o.String("patch", patchOf(jsonl.Value(input).Get("path").String(), places))
	return o.End()
}

// nested wraps the change of one place in a list.
func nested(native []byte) []byte {
	o := timeline.NewObject(nil)
	place := timeline.NewObject(nil)
	for key, value := range jsonl.Members(native) {
		if string(key) == "oldText" || string(key) == "newText" {
			place.Raw(string(key), value)
		} else {
			o.Raw(string(key), value)
		}
	}
	o.Raw("edits", append(append([]byte{'['}, place.End()...), ']'))
	return o.End()
}
