package e2e_test

import (
	"encoding/json"
	"strings"

	"stead/e2e/provider"
)

// expected says how the items of a session must look in another CLI's request. It is written down here by hand, apart
// from stead's own tables, so that a mistake there cannot hide here.
func expected(truth []provider.Item, source, target string) []expectation {
	var want []expectation
	for _, item := range truth {
		switch {
		case source == target:
			want = append(want, sameCLI(item))
		case item.Kind == provider.Thinking:
			// Only the vendor that signed it accepts it: a declared loss.
		case item.Tool == "web_search":
			want = append(want, searched(item)...)
		default:
			want = append(want, translated(item, target))
		}
	}
	if source == "codex" && target == "claude" && len(want) > 1 && strings.HasPrefix(want[1].Text, "Another language model") {
		want[0], want[1] = want[1], want[0] // Claude Code puts what a compaction kept behind the summary, Codex before it
	}
	return want
}

// sameCLI is an item that goes on in its own CLI. Only the bare form of 2025, which no Codex of today takes, is converted there.
func sameCLI(item provider.Item) expectation {
	if item.Tool == "shell" && item.CallID == bareSession[1].CallID && item.Arguments == bareSession[1].Arguments {
		item.Tool, item.Arguments = "exec_command", `{"cmd":"ls"}`
	}
	return expectation{Item: item}
}

// searched is a web search of Codex, which records no result, while Claude Code needs one for every call.
func searched(item provider.Item) []expectation {
	call, none := item, item
	call.Tool, call.CallID = "WebSearch", "ws_1"
	none.Kind, none.CallID, none.Tool = provider.Result, "ws_1", ""
	return []expectation{
		{Item: call, contains: []string{jsonString("query") + ":" + jsonString(arguments(item)["query"])}},
		{Item: none, contains: []string{"No result of this call was recorded."}},
	}
}

func translated(item provider.Item, target string) expectation {
	switch {
	case item.Kind == provider.Result:
		return expectation{Item: item, contains: []string{output(item.Text)}}
	case item.Kind == provider.Call && target == "codex":
		return toCodex(item)
	case item.Kind == provider.Call:
		return toClaude(item)
	}
	return expectation{Item: item}
}

// output is a result without what its CLI itself puts before the output of a command that has ended.
func output(text string) string {
	header, rest, found := strings.Cut(text, "Output:\n")
	for _, sign := range []string{"exited with code", "Exit code: ", "Script completed"} {
		if found && strings.Contains(header, sign) {
			return strings.TrimPrefix(rest, "\n")
		}
	}
	var old struct{ Output string } // the shell tool of 2025
	if json.Unmarshal([]byte(text), &old) == nil && old.Output != "" {
		return old.Output
	}
	if code, rest, found := strings.Cut(text, "\n"); found && strings.HasPrefix(code, "Exit code ") {
		return rest
	}
	return text
}

func toCodex(item provider.Item) expectation {
	input := arguments(item)
	want := expectation{Item: item, contains: []string{}}
	switch item.Tool {
	case "Bash":
		want.Tool, want.contains = "exec_command", []string{jsonString("cmd") + ":" + jsonString(input["command"])}
	case "Write":
		want.Tool, want.contains = "apply_patch", append(prefixed("+", input["content"]), "*** Add File: "+input["file_path"]+"\n")
	case "Edit":
		want.Tool = "apply_patch"
		want.contains = append(prefixed("-", input["old_string"]), prefixed("+", input["new_string"])...)
		want.contains = append(want.contains, "*** Update File: "+input["file_path"]+"\n")
	case "Read":
		if strings.HasSuffix(input["file_path"], ".png") {
			want.Tool = "view_image" // Codex's own way to look at a picture
		}
		want.contains = []string{jsonString(input["file_path"])}
	default:
		for _, value := range input {
			want.contains = append(want.contains, jsonString(value))
		}
	}
	return want
}

func toClaude(item provider.Item) expectation {
	input := arguments(item)
	want := expectation{Item: item, contains: []string{}}
	switch item.Tool {
	case "exec_command":
		want.Tool, want.contains = "Bash", []string{jsonString("command") + ":" + jsonString(input["cmd"])}
	case "shell":
		want.Tool, want.contains = "Bash", []string{jsonString("ls")}
	case "exec":
		want.Tool, want.contains = "Bash", []string{jsonString("ls -1")}
	case "view_image":
		want.Tool, want.contains = "Read", []string{jsonString("file_path") + ":" + jsonString(input["path"])}
	case "apply_patch":
		want.Tool = "" // Edit, Write or Bash, as the patch is
		for _, line := range strings.Split(item.Arguments, "\n") {
			if strings.HasPrefix(line, "+") || strings.HasPrefix(line, "-") {
				want.contains = append(want.contains, strings.Trim(jsonString(line[1:]), `"`))
			}
		}
	default:
		for _, value := range input {
			want.contains = append(want.contains, jsonString(value))
		}
	}
	return want
}

// arguments are the members of a call's input that are strings.
func arguments(item provider.Item) map[string]string {
	var all map[string]any
	_ = json.Unmarshal([]byte(item.Arguments), &all) // free text has no members
	texts := map[string]string{}
	for name, value := range all {
		if text, ok := value.(string); ok {
			texts[name] = text
		}
	}
	return texts
}

func jsonString(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text)
	return strings.TrimSpace(b.String())
}

func prefixed(sign, text string) []string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		lines = append(lines, sign+line+"\n")
	}
	return lines
}
