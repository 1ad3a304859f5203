package gemini

import (
	"encoding/json"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

// ToUniversal translates a call. Its arguments must be a JSON object.
func ToUniversal(name string, arguments jsonl.Value) (timeline.Tool, json.RawMessage) {
	if !arguments.IsObject() {
		arguments = jsonl.Value("{}")
	}
	tool, input := table.ToUniversal(name, arguments)
	switch name {
	case readFile:
		return tool, fromLines(input)
	case webFetch:
		return tool, fromPrompt(input)
	case writeTodos:
		return tool, toolmap.RenameInItems(input, "items", "description", "text")
	}
	return tool, input
}

// FromUniversal translates a call into the CLI's own tool. Arguments that the tool does not have keep their universal
// names. Ok is false if the CLI has no tool for the call.
func FromUniversal(tool timeline.Tool, input jsonl.Value) (name string, arguments []byte, ok bool) {
	switch tool {
	case timeline.Read:
		input = toLines(input)
	case timeline.WebFetch:
		input = toPrompt(input)
	case timeline.Todo: // the CLI has no tool for a single task
		if !input.Get("items").IsArray() {
			return "", nil, false
		}
		input = toolmap.RenameInItems(input, "items", "text", "description")
	}
	name, arguments, ok = table.Whole(tool, input)
	return name, arguments, ok && isComplete(tool, input)
}

// required lists the arguments without which a call would be meaningless.
var required = map[timeline.Tool][]string{
	timeline.Read: {"path"}, timeline.Write: {"path", "content"}, timeline.Edit: {"path", "old", "new"},
	timeline.Bash: {"command"}, timeline.Search: {"pattern"}, timeline.Glob: {"pattern"}, timeline.List: {"path"},
	timeline.Task: {"prompt"}, timeline.WebFetch: {"prompt"}, timeline.WebSearch: {"query"},
}

func isComplete(tool timeline.Tool, input jsonl.Value) bool {
	for _, name := range required[tool] {
		if !input.Get(name).IsString() {
			return false
		}
	}
	return true
}

// toLines gives the range of a file as its first and last line, both counted from 1, as the CLI does.
func toLines(input jsonl.Value) jsonl.Value {
	offset, limit := input.Get("offset"), input.Get("limit")
	// a negative offset counts from the end in some CLIs: it keeps its universal name
	if offset == nil && limit == nil || offset.Int() < 0 {
		return input
	}
	first := max(1, offset.Int())
	return replaced(input, []string{"offset", "limit"}, func(o *timeline.Object) {
		o.Int("start_line", first)
		if limit != nil {
			o.Int("end_line", first+limit.Int()-1)
		}
	})
}

// fromLines is the reverse of toLines. Versions before start_line had an offset that counted from 0.
func fromLines(input jsonl.Value) []byte {
	first, last := input.Get("start_line"), input.Get("end_line")
	switch {
	case input.Get("offset").Int() < 0: // see toLines
		return input
	case input.Get("offset") != nil:
		offset := input.Get("offset").Int() + 1
		return replaced(input, []string{"offset"}, func(o *timeline.Object) { o.Int("offset", offset) })
	case first == nil && last == nil:
		return input
	}
	return replaced(input, []string{"start_line", "end_line"}, func(o *timeline.Object) {
		if first != nil {
			o.Int("offset", first.Int())
		}
		if last != nil {
			o.Int("limit", last.Int()-max(1, first.Int())+1)
		}
	})
}

// toPrompt puts the URL into the prompt, the only argument of web_fetch. The URL gets a line of its own, unless the
// prompt contains it already.
func toPrompt(input jsonl.Value) jsonl.Value {
	url, prompt := input.Get("url").String(), input.Get("prompt").String()
	if url == "" || strings.Contains(prompt, url) {
		return replaced(input, []string{"url"}, func(*timeline.Object) {})
	}
	if prompt != "" {
		url += "\n" + prompt
	}
	return replaced(input, []string{"url", "prompt"}, func(o *timeline.Object) { o.String("prompt", url) })
}

var pageAddress = lazy.Regexp(`https?://[^\s"'<>)\]]+`)

// fromPrompt is the reverse of toPrompt. It also finds the URL in a prompt that the CLI's model wrote.
func fromPrompt(input jsonl.Value) []byte {
	prompt := input.Get("prompt").String()
	url, rest, _ := strings.Cut(prompt, "\n")
	if pageAddress().FindString(url) != url || url == "" {
		url, rest = strings.TrimRight(pageAddress().FindString(prompt), ".,;:!?"), prompt
	}
	if url == "" {
		return input
	}
	return replaced(input, []string{"prompt"}, func(o *timeline.Object) {
		o.String("url", url)
		o.Optional("prompt", rest)
	})
}

// replaced returns an object without some of its members, and with those that add appends.
func replaced(object jsonl.Value, without []string, add func(*timeline.Object)) jsonl.Value {
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(object) {
		if !contains(without, key) {
			o.Raw(string(key), value)
		}
	}
	add(&o)
	return o.End()
}

func contains(names []string, key []byte) bool {
	for _, name := range names {
		if name == string(key) {
			return true
		}
	}
	return false
}

// maxName is the maximum length of a function's name in the Gemini API.
const maxName = 64

// ToolName converts any name to one that the Gemini API accepts: letters, digits, underscores, dots, colons and dashes,
// beginning with a letter or an underscore, at most 64 characters (ai.google.dev/api/caching#FunctionDeclaration).
func ToolName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_.:-", r) {
			return r
		}
		return '_'
	}, name)
	if clean == "" || strings.ContainsRune("0123456789.:-", rune(clean[0])) {
		clean = "_" + clean
	}
	return clean[:min(len(clean), maxName)]
}
