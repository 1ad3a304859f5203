package codex

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

// Tools with a form of record of their own.
const (
	// ApplyPatch is a custom tool. Its input is free text.
	ApplyPatch = "apply_patch"
	// Script is the only tool of code mode. Its input is JavaScript that calls the other tools.
	Script = "exec"
	// WebSearch runs on the model's host. A call has no output.
	WebSearch = "web_search_call"
	// ToolSearch finds a tool that is not offered from the beginning. ImageGeneration makes an image.
	ToolSearch      = "tool_search"
	ImageGeneration = "image_generation"
	// LocalShell is how old models ran commands.
	LocalShell = "local_shell_call"
	// SpawnAgent starts a sub-agent.
	SpawnAgent = "spawn_agent"
	// UpdatePlan records the whole list of tasks.
	UpdatePlan = "update_plan"
)

// Tools returns Codex's half of the tool table: the tools that are function calls, and apply_patch, which is not.
func Tools() toolmap.Table { return slices.Concat(table, patches, former) }

// table pairs the tools that are function calls. Arguments of exec_command with the same name on both sides are Codex's
// own. Naming them keeps them when a session returns without its records.
var table = toolmap.Table{
	{Tool: timeline.Bash, Name: "exec_command", Arguments: []toolmap.Argument{
		{Universal: "command", Native: "cmd"}, {Universal: "workdir", Native: "workdir"},
		{Universal: "yield_time_ms", Native: "yield_time_ms"}, {Universal: "max_output_tokens", Native: "max_output_tokens"},
		{Universal: "tty", Native: "tty"}, {Universal: "login", Native: "login"}, {Universal: "shell", Native: "shell"},
		{Universal: "timeout", Native: "timeout_ms"},
	}, Note: "Arguments that exec_command lacks keep their own names: the model reads them in the past call."},
	{Tool: timeline.Bash, Name: "shell_command", Arguments: []toolmap.Argument{
		{Universal: "timeout", Native: "timeout_ms"}}, Note: onlyRead},
	{Tool: timeline.Bash, Name: "shell", Former: []string{"container.exec", LocalShell}, Arguments: []toolmap.Argument{
		{Universal: "timeout", Native: "timeout_ms"}, {Universal: "workdir", Native: "working_directory"},
	}, Note: onlyRead + " A command that is a list of words becomes one line."},
	{Tool: timeline.Read, Name: "view_image", Arguments: []toolmap.Argument{{Universal: "path", Native: "path"}},
		Note: "Only for pictures: Codex reads other files by shell commands."},
	{Tool: timeline.Task, Name: SpawnAgent, Arguments: []toolmap.Argument{
		{Universal: "prompt", Native: "message"}, {Universal: "agent", Native: "agent_type"},
	}, Note: onlyRead + " The tool's answers have a form of their own."},
	{Tool: timeline.Ask, Name: "request_user_input", Note: onlyRead},
	{Tool: timeline.Todo, Name: UpdatePlan, Arguments: []toolmap.Argument{{Universal: "items", Native: "plan"}},
		Note: "Each step becomes an item's text. A change of one task keeps its name: Codex has whole lists only."},
	{Tool: timeline.WebSearch, Name: WebSearch, Former: []string{"web_search"},
		Note: onlyRead + " The model's host runs it: a call has no output."},
}

const onlyRead = "Read only."

// reading holds all tools that are function calls.
var reading = slices.Concat(table, former)

// patches holds the tools that apply_patch stands for (see [PatchToUniversal]).
var patches = toolmap.Table{
	{Tool: timeline.Write, Name: ApplyPatch, Note: "The input is a patch and not an object: one that adds one file."},
	{Tool: timeline.Edit, Name: ApplyPatch, Arguments: []toolmap.Argument{{Universal: "patch", Native: "input"}},
		Note: "The input is a patch and not an object. A patch of one place in one file is read as path, old and new, any other as patch."},
}

// former holds tools of older versions of Codex, or of sessions of its relatives, under these names. Stead only reads
// them.
var former = toolmap.Table{
	{Tool: timeline.Read, Name: "read_file", Arguments: toolmap.Pairs("path", "file_path", "offset", "offset", "limit",
		"limit"), Note: onlyRead},
	{Tool: timeline.Write, Name: "write_file", Arguments: toolmap.Pairs("path", "file_path", "content", "content"),
		Note: onlyRead},
	{Tool: timeline.Edit, Name: "edit_file", Arguments: toolmap.Pairs("path", "file_path", "old", "old_string", "new",
		"new_string", "replaceAll", "replace_all"),
		Note: onlyRead},
	{Tool: timeline.Search, Name: "grep_files", Former: []string{"grep"},
		Arguments: toolmap.Pairs("pattern", "pattern", "path", "path", "glob", "include"),
		Note:      onlyRead},
	{Tool: timeline.Glob, Name: "glob", Arguments: toolmap.Pairs("pattern", "pattern", "path", "path"), Note: onlyRead},
	{Tool: timeline.List, Name: "list_dir", Former: []string{"ls"}, Arguments: toolmap.Pairs("path", "dir_path"),
		Note: onlyRead},
	{Tool: timeline.Ask, Name: "ask", Note: onlyRead},
	{Tool: timeline.Task, Name: "call_agent", Arguments: toolmap.Pairs("prompt", "prompt", "description", "description",
		"agent", "agent"), Note: onlyRead},
}

// RunsCommand reports whether a tool's output may begin with the header that [ParseOutput] parses.
func RunsCommand(name string) bool {
	return slices.Contains([]string{
		"exec_command", "write_stdin", "shell_command", "shell", "container.exec", LocalShell, ApplyPatch, Script,
	}, name)
}

// ToUniversal converts a function call to a universal call. Arguments that are not an object become the universal
// argument "arguments" of an unknown tool.
func ToUniversal(name string, arguments []byte) (timeline.Tool, json.RawMessage) {
	clean, _, ok := jsonl.Clean(arguments)
	if !ok || !jsonl.Value(clean).IsObject() {
		o := timeline.NewObject(nil)
		o.String("arguments", string(arguments))
		return timeline.Unknown, o.End()
	}
	if name == ApplyPatch { // some models are offered the patch as a function
		if input := jsonl.Value(clean).Get("input"); input.IsString() {
			return PatchToUniversal(timeline.RawText(input))
		}
	}
	tool, input := reading.ToUniversal(name, clean)
	switch tool {
	case timeline.Bash:
		input = joinCommand(input)
	case timeline.Todo:
		input = itemsOf(input)
	}
	return tool, input
}

// joinCommand joins a command that is a list of words into one text.
func joinCommand(input []byte) []byte {
	command := jsonl.Value(input).Get("command")
	if !command.IsArray() {
		return input
	}
	var words []string
	for word := range jsonl.Elements(command) {
		words = append(words, word.String())
	}
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(input) {
		if string(key) == "command" {
			o.String("command", CommandLine(words))
		} else {
			o.Raw(string(key), value)
		}
	}
	return o.End()
}

// CommandLine returns a list of words as a shell command: the script of a shell's -c, or the quoted words.
func CommandLine(words []string) string {
	if len(words) == 3 && strings.HasSuffix(words[0], "sh") && (words[1] == "-lc" || words[1] == "-c") {
		return words[2]
	}
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = quoteWord(word)
	}
	return strings.Join(quoted, " ")
}

func quoteWord(word string) string {
	isPlain := func(r rune) bool {
		return r > 127 || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' ||
			strings.ContainsRune("-_./:=@%+,", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !isPlain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// PatchToUniversal converts a patch: one added file becomes a write, a change to one place in one file an edit with the
// old and the new text, and everything else an edit with the patch.
func PatchToUniversal(patch timeline.Text) (timeline.Tool, json.RawMessage) {
	changes, ok := ParsePatch(patch.String())
	o := timeline.NewObject(nil)
	if ok && len(changes) == 1 {
		c := changes[0]
		if c.Kind == AddFile {
			o.String("path", c.Path)
			o.Text("content", c.Content)
			return timeline.Write, o.End()
		}
		if old, new, ok := c.replacement(); ok {
			o.String("path", c.Path)
			o.String("old", old)
			o.String("new", new)
			return timeline.Edit, o.End()
		}
	}
	o.Text("patch", patch)
	return timeline.Edit, o.End()
}

func (c Change) replacement() (old, new string, ok bool) {
	if c.Kind != UpdateFile || c.MoveTo != "" || len(c.Hunks) != 1 {
		return "", "", false
	}
	return c.Hunks[0].Replacement()
}

// pictures are the extensions of the files that view_image shows.
var pictures = []string{".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp"}

func isPicture(file string) bool { return slices.Contains(pictures, strings.ToLower(path.Ext(file))) }
