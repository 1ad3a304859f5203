package claude

import (
	"slices"
	"strconv"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

// Translation is a universal call converted to one of the CLI's tools.
type Translation struct {
	Name  string
	Input []byte
	// Dropped lists the universal arguments that the tool does not have.
	Dropped []string
	// Near lists the universal arguments that were replaced with a similar argument of the tool.
	Near []toolmap.Approximation
	// Stands is a sentence for users about the substitute for a tool that the CLI does not have. It is empty if the CLI
	// has the tool.
	Stands string
}

// Translate converts a call to one of the CLI's own tools, with an input that the CLI accepts: it does not draw a call
// whose input it would reject. Dir is the session's working folder. Ok is false if no tool can represent the call.
func Translate(tool timeline.Tool, input []byte, dir string) (t Translation, ok bool) {
	arguments := jsonl.Value(input)
	switch tool {
	case timeline.List:
		return list(arguments)
	case timeline.Bash:
		arguments = jsonl.Value(toolmap.InFolder(arguments, dir))
	case timeline.Edit:
		if patch := arguments.Get("patch"); patch.IsString() {
			t = translatePatch(patch.String(), dir)
			t.Dropped = toolmap.Others(arguments, "patch", "path")
			return t, true
		}
	case timeline.Task:
		arguments = jsonl.Value(described(arguments))
	case timeline.Todo:
		return translateTodo(arguments)
	case timeline.WebFetch:
		arguments = jsonl.Value(with(arguments, "prompt", ""))
	}
	arguments, t.Near = nearest(tool, arguments)
	t.Name, t.Input, t.Dropped, ok = table.FromUniversal(tool, arguments)
	t.keepOwn(arguments)
	return t, ok && isComplete(tool, arguments)
}

// own lists the arguments of the CLI's tools that have no universal name. The CLI does not draw a call with an argument
// that its tool does not have.
var own = map[string][]string{
	"Agent":    {"model", "run_in_background", "name", "team_name", "mode", "isolation"},
	"Bash":     {"dangerouslyDisableSandbox"},
	taskCreate: {"activeForm", "metadata"},
	taskUpdate: {"activeForm", "addBlocks", "addBlockedBy", "owner", "metadata"},
	"Read":     {"pages"},
	"Grep": {"output_mode", "-A", "-B", "-C", "context", "-n", "-i", "-o", "type", "head_limit", "offset",
		"multiline"},
	"WebSearch":       {"allowed_domains", "blocked_domains"},
	"AskUserQuestion": {"answers", "annotations", "metadata"},
}

// keepOwn preserves the arguments of a call that its tool has and the table does not name. They come from this CLI, or
// from one with the same tool.
func (t *Translation) keepOwn(arguments jsonl.Value) {
	isOwn := func(name string) bool { return slices.Contains(own[t.Name], name) }
	if !slices.ContainsFunc(t.Dropped, isOwn) {
		return
	}
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(t.Input) {
		o.Raw(string(key), value)
	}
	for key, value := range jsonl.Members(arguments) {
		if isOwn(string(key)) && slices.Contains(t.Dropped, string(key)) {
			o.Raw(string(key), value)
		}
	}
	t.Input = o.End()
	if t.Dropped = slices.DeleteFunc(t.Dropped, isOwn); len(t.Dropped) == 0 {
		t.Dropped = nil
	}
}

// stand maps arguments of other CLIs to the closest argument of a tool. The CLI does not draw a call with an argument
// that its tool does not have: the inputs of its tools are strict objects (zod's strictObject, in the program of
// 2.1.197).
var stand = map[timeline.Tool][]struct{ argument, native, why string }{
	timeline.Bash: {{"yield_time_ms", "timeout",
		"it is written as timeout, after which Claude Code ends a command that it meant to let go on"}},
	timeline.Search: {
		{"limit", "head_limit", "it is written as head_limit, which counts lines or files of the output"},
		{"total_max_matches", "head_limit", "it is written as head_limit, which counts lines or files of the output"},
	},
}

// nearest moves numbers without a corresponding argument to the closest one, unless the call already has it.
func nearest(tool timeline.Tool, arguments jsonl.Value) (jsonl.Value, []toolmap.Approximation) {
	var near []toolmap.Approximation
	for _, s := range stand[tool] {
		value := arguments.Get(s.argument)
		if _, err := strconv.ParseFloat(string(value), 64); err != nil || arguments.Get(s.native) != nil {
			continue
		}
		arguments = member(arguments, s.argument, s.native)
		near = append(near, toolmap.Approximation{Argument: s.argument, Why: s.why})
	}
	return arguments, near
}

// required lists the arguments without which the CLI rejects a call.
var required = map[timeline.Tool][]string{
	timeline.Read: {"path"}, timeline.Write: {"path", "content"}, timeline.Edit: {"path", "old", "new"},
	timeline.Bash: {"command"}, timeline.Search: {"pattern"}, timeline.Glob: {"pattern"},
	timeline.Task: {"prompt", "description"}, timeline.WebFetch: {"url", "prompt"}, timeline.WebSearch: {"query"},
}

func isComplete(tool timeline.Tool, arguments jsonl.Value) bool {
	for _, name := range required[tool] {
		if !arguments.Get(name).IsString() {
			return false
		}
	}
	return true
}

// list replaces the LS tool, which versions since 2.1 neither have nor draw.
func list(arguments jsonl.Value) (Translation, bool) {
	path := arguments.Get("path")
	if !path.IsString() {
		return Translation{}, false
	}
	o := timeline.NewObject(nil)
	o.String("command", "ls -la "+toolmap.Quote(path.String()))
	return Translation{
		Name: "Bash", Input: o.End(), Dropped: toolmap.Others(arguments, "path"),
		Stands: "Claude Code lists folders with its shell, so the call became ls",
	}, true
}

// described adds the description under which a task is drawn: the beginning of its prompt.
func described(arguments jsonl.Value) []byte {
	prompt := arguments.Get("prompt")
	if !prompt.IsString() {
		return arguments
	}
	head, _, _ := strings.Cut(timeline.RawText(prompt).Head(60), "\n")
	return with(arguments, "description", strings.ToValidUTF8(head[:min(len(head), 60)], ""))
}

// with returns the arguments with another one added, unless they already have it.
func with(arguments jsonl.Value, name, value string) []byte {
	if arguments.Get(name) != nil || !arguments.IsObject() {
		return arguments
	}
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(arguments) {
		o.Raw(string(key), value)
	}
	o.String(name, value)
	return o.End()
}
