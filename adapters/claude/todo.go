package claude

import (
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// ToUniversal converts a call of one of the CLI's tools to a universal call.
func ToUniversal(name string, input []byte) (timeline.Tool, []byte) {
	tool, arguments := table.ToUniversal(name, input)
	if name == todoWrite {
		arguments = renamed(arguments, "items", func(item jsonl.Value) []byte { return member(item, "content", "text") })
	}
	return tool, arguments
}

const (
	todoWrite  = "TodoWrite"
	taskCreate = "TaskCreate"
	taskUpdate = "TaskUpdate"
)

// translateTodo converts a list to TodoWrite, a task with an id to TaskUpdate, and one without an id to TaskCreate.
func translateTodo(arguments jsonl.Value) (Translation, bool) {
	row := taskCreate
	switch {
	case arguments.Get("items").IsArray():
		row, arguments = todoWrite, renamed(arguments, "items", todoItem)
	case arguments.Get("id").IsString():
		row = taskUpdate
	case !arguments.Get("text").IsString():
		return Translation{}, false
	default:
		arguments = with(arguments, "description", arguments.Get("text").String())
	}
	t := Translation{Name: row}
	for i := range table {
		if table[i].Name == row {
			_, t.Input, t.Dropped, _ = table[i:i+1].FromUniversal(timeline.Todo, arguments)
		}
	}
	t.keepOwn(arguments)
	return t, true
}

// todoItem adds the members that the CLI requires of an item: its status, and its name while it is in progress.
func todoItem(item jsonl.Value) []byte {
	text := item.Get("text").String()
	return with(with(member(item, "text", "content"), "status", "pending"), "activeForm", text)
}

// renamed returns an object with each element of one of its lists converted. Anything that is not a list stays
// unchanged.
func renamed(object jsonl.Value, list string, change func(jsonl.Value) []byte) []byte {
	if !object.Get(list).IsArray() {
		return object
	}
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(object) {
		if string(key) != list {
			o.Raw(string(key), value)
			continue
		}
		var elements [][]byte
		for element := range jsonl.Elements(value) {
			elements = append(elements, change(element))
		}
		o.Raw(list, timeline.AppendArray(nil, elements))
	}
	return o.End()
}

// member returns an object with one of its members renamed. Anything that is not an object stays unchanged.
func member(object jsonl.Value, from, to string) []byte {
	if !object.IsObject() {
		return object
	}
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(object) {
		if string(key) == from {
			key = []byte(to)
		}
		o.Raw(string(key), value)
	}
	return o.End()
}
