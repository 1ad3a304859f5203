package fidelity_test

import (
	"slices"
	"strings"
	"testing"

	"stead/e2e/fidelity"
	"stead/e2e/provider"
)

// session is what Claude Code sends for a session with two calls at once, one of which failed.
const session = `user text: "Look at both."
assistant thinking: "Two at once." (signature of 0 characters)
assistant text: "I look."
assistant call Read a: "{\"file_path\":\"/home/user/demo-claude/pic.png\"}"
assistant call Bash b: "{\"command\":\"make all\",\"description\":\"Build\"}"
user result b failed: "Exit code 2\nmake: no rule for all of this"
user result a: ""
user image a image/png: 4 characters of base64, sha256 d9cae0dbdbf0
assistant text: "One failed."
user text: "Go on."
`

// arrived is how Codex sends it.
const arrived = `user text: "Look at both."
assistant text: "I look."
assistant call view_image a: "{\"path\":\"/home/user/demo-claude/pic.png\"}"
assistant call exec_command b: "{\"cmd\":\"make all\",\"description\":\"Build\"}"
tool result a: ""
tool image a image/png: 4 characters of base64, sha256 d9cae0dbdbf0
tool result b: "Exit code 2\nmake: no rule for all of this"
assistant text: "One failed."
user text: "Go on."
`

func items(t *testing.T, lines string) []provider.Item {
	t.Helper()
	var all []provider.Item
	for line := range strings.Lines(lines) {
		item, err := provider.ParseItem(line)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, item)
	}
	return all
}

func compare(t *testing.T, source, target, request string) fidelity.Comparison {
	t.Helper()
	return fidelity.Compare(fidelity.Expected(items(t, session), source, target), items(t, request), source, target)
}

func TestWhatArrivesIsNoProblem(t *testing.T) {
	for name, replace := range map[string][2]string{
		"in another order of results": {"", ""},
		"with the ids of the target":  {" b: ", " call_7: "},
		"with texts joined": {"assistant text: \"One failed.\"\nuser text: \"Go on.\"",
			"assistant text: \"\"\nassistant text: \"One failed.\"\nuser text: \"\\nGo on.\\n\""},
		"with the picture as the user's":   {"tool image a ", "user image "},
		"with more arguments, and another": {`{\"cmd\":\"make all\"}`, `{\"cmd\":\"make all\",\"timeout\":5}`},
	} {
		t.Run(name, func(t *testing.T) {
			got := compare(t, "claude", "codex", strings.ReplaceAll(arrived, replace[0], replace[1]))
			if len(got.Problems) > 0 || !got.Counts.Whole() {
				t.Errorf("%+v\n%s", got.Counts, strings.Join(got.Problems, "\n"))
			}
		})
	}
}

func TestWhatIsWrongIsFound(t *testing.T) {
	for name, replace := range map[string][2]string{
		"a text is missing": {"assistant text: \"I look.\"\n", ""},
		"a text is there twice": {"assistant text: \"I look.\"\n",
			"assistant text: \"I look.\"\nassistant text: \"I look.\"\n"},
		"a text is another":             {"I look.", "I look"},
		"a text is the other speaker's": {"assistant text: \"One failed.\"", "user text: \"One failed.\""},
		"a text is in the wrong place": {"user text: \"Look at both.\"\nassistant text: \"I look.\"\n",
			"assistant text: \"I look.\"\nuser text: \"Look at both.\"\n"},
		"harness text is with a prompt": {"\"Go on.\"", "\"<context>\\nGo on.\""},
		"a call is another tool's":      {"exec_command", "read_file"},
		"a word on a call is missing":   {",\\\"description\\\":\\\"Build\\\"", ""},
		"an argument is another":        {"make all", "make alle"},
		"an argument has another name":  {"cmd", "command"},
		"a call is missing": {
			"assistant call exec_command b: \"{\\\"cmd\\\":\\\"make all\\\",\\\"description\\\":\\\"Build\\\"}\"\n", ""},
		"a result is missing": {"tool result a: \"\"\n", ""},
		"a result is another": {"no rule", "a rule"},
		"an output is there twice": {"make: no rule for all of this",
			"make: no rule for all of this\\nmake: no rule for all of this"},
		"results belong to the others": {"tool result a: \"\"", "tool result b: \"\""},
		"a picture is another":         {"d9cae0dbdbf0", "d9cae0dbdbf1"},
		"calls at once became one by one": {
			"assistant call exec_command b: \"{\\\"cmd\\\":\\\"make all\\\",\\\"description\\\":\\\"Build\\\"}\"\ntool result a: \"\"\n", "tool result a: \"\"\nassistant call exec_command b: \"{\\\"cmd\\\":\\\"make all\\\",\\\"description\\\":\\\"Build\\\"}\"\n"},
	} {
		t.Run(name, func(t *testing.T) {
			request := strings.Replace(arrived, replace[0], replace[1], 1)
			if request == arrived {
				t.Fatal("nothing was changed")
			}
			if got := compare(t, "claude", "codex", request); len(got.Problems) == 0 || got.Counts.Whole() {
				t.Errorf("no problem: %+v", got.Counts)
			}
		})
	}
}

func TestASessionGoesOnInItsOwnCLIAsItIs(t *testing.T) {
	got := compare(t, "claude", "claude", session)
	if len(got.Problems) > 0 || !got.Counts.Whole() || got.Counts.Thinking != (fidelity.Count{Arrived: 1, Of: 1}) {
		t.Errorf("%+v\n%s", got.Counts, strings.Join(got.Problems, "\n"))
	}
	for _, replace := range [][2]string{{"failed: ", ": "}, {"Two at once.", "Two."},
		{",\\\"description\\\":\\\"Build\\\"", ""}, {"Exit code 2\\n", ""}} {
		changed := strings.Replace(session, replace[0], replace[1], 1)
		if got := compare(t, "claude", "claude", changed); changed == session || len(got.Problems) == 0 {
			t.Errorf("without %q there is no problem", replace[0])
		}
	}
}

func TestCountsSayWhatIsMissing(t *testing.T) {
	request := items(t, arrived)
	got := fidelity.Compare(fidelity.Expected(items(t, session), "claude", "codex"), slices.Delete(request, 3, 4),
		"claude", "codex")
	if got.Counts.Calls != (fidelity.Count{Arrived: 1, Of: 2}) || got.Counts.User != (fidelity.Count{Arrived: 2, Of: 2}) {
		t.Errorf("%+v", got.Counts)
	}
}

// A model may call a tool without any argument. CLIs that could not have recorded such a call keep its name.
func TestACallWithoutArgumentsMayKeepItsName(t *testing.T) {
	const bare = "assistant call Bash b: \"{}\"\nuser result b failed: \"command is missing\"\n"
	for tool, isFine := range map[string]bool{"Shell": true, "Bash": true, "ReadFile": false} {
		got := fidelity.Compare(fidelity.Expected(items(t, bare), "claude", "kimi-cli"),
			items(t, strings.ReplaceAll(bare, "Bash", tool)), "claude", "kimi-cli")
		if isFine != (len(got.Problems) == 0) {
			t.Errorf("as %s: %q", tool, got.Problems)
		}
	}
}

// Kimi CLI tells the summary first, and behind it the prompts that its source kept before it.
func TestASummaryStandsWhereTheTargetPutsIt(t *testing.T) {
	kept, summary, next := "user text: \"Kept.\"\n", "user text: \"Another language model: so far.\"\n", "user text: \"Go on.\"\n"
	want := fidelity.Expected(items(t, kept+summary+next), "codex", "kimi-cli")
	told := "user text: \"<system>Previous context has been compacted. Here is the compaction output:</system>\"\n"
	if got := fidelity.Compare(want, items(t, told+summary+kept+next), "codex", "kimi-cli"); len(got.Problems) > 0 {
		t.Error(got.Problems)
	}
	if got := fidelity.Compare(want, items(t, kept+told+summary+next), "codex", "kimi-cli"); len(got.Problems) == 0 {
		t.Error("a summary behind what was kept is no problem")
	}
}

// Qwen Code sends answers that follow each other as one text. Of two that stand apart in the target neither is missing.
func TestAnswersAreGluedInOneText(t *testing.T) {
	want := fidelity.Expected(items(t, "user text: \"Go\"\nassistant text: \"One.Two.\"\n"), "qwen", "codex")
	for request, isWhole := range map[string]bool{
		"assistant text: \"One.\"\nassistant text: \"Two.\"\n":                             true,
		"assistant text: \"One.\"\n":                                                       false,
		"assistant text: \"Two.\"\nassistant text: \"One.\"\n":                             false,
		"assistant text: \"One.\"\nassistant text: \"Two.\"\nassistant text: \"Three.\"\n": false,
	} {
		got := fidelity.Compare(want, items(t, "user text: \"Go\"\n"+request), "qwen", "codex")
		if (len(got.Problems) == 0) != isWhole {
			t.Errorf("%s: %q", request, got.Problems)
		}
	}
}
