package codex

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/timeline"
)

func TestRootHonoursCodexHome(t *testing.T) {
	set := func(value string) adapter.Host {
		return adapter.Host{Home: "/home/user", Getenv: func(name string) string {
			if name == "CODEX_HOME" {
				return value
			}
			return ""
		}}
	}
	if got := Root(set("")); got != filepath.FromSlash("/home/user/.codex") {
		t.Errorf("without CODEX_HOME: %s", got)
	}
	if got := Root(set("/elsewhere")); got != "/elsewhere" {
		t.Errorf("with CODEX_HOME: %s", got)
	}
}

func TestPathUsesLocalTime(t *testing.T) {
	zone := time.FixedZone("east", 2*60*60)
	got := Path("/r", "01a1fa47-78a8-7720-bb3f-0053adc67b17", time.Date(2026, 12, 31, 23, 30, 1, 0, time.UTC).In(zone))
	want := filepath.FromSlash(
		"/r/sessions/2027/01/01/rollout-2027-01-01T01-30-01-01a1fa47-78a8-7720-bb3f-0053adc67b17.jsonl")
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if RootOf(got) != filepath.FromSlash("/r") || SessionID(got) != "01a1fa47-78a8-7720-bb3f-0053adc67b17" {
		t.Errorf("root %s, id %s", RootOf(got), SessionID(got))
	}
}

func TestNewIDLosesNoRandomBits(t *testing.T) {
	now := time.UnixMilli(0x01a1fa4778a8)
	id, err := NewID(now, "ffffffff-ffff-4fff-bfff-000000000000")
	if err != nil || id[:18] != "01a1fa47-78a8-7fff" || !IsID(id) {
		t.Errorf("id %s, %v", id, err)
	}
	other, _ := NewID(now, "fffffffe-ffff-4fff-bfff-000000000000")
	if other == id {
		t.Error("the random bits under the time were lost")
	}
}

func TestOnlyAUUIDInItsUsualFormIsAnID(t *testing.T) {
	for _, text := range []string{"", "latest", "01A1FA47-78A8-7720-BB3F-0053ADC67B17",
		"{01a1fa47-78a8-7720-bb3f-0053adc67b17}", "01a1fa4778a87720bb3f0053adc67b17"} {
		if IsID(text) {
			t.Errorf("%q was taken for an id: Codex would silently start an empty session", text)
		}
	}
}

func TestModeOfVersion(t *testing.T) {
	for version, want := range map[string]Mode{"": Paginated, "0.169.0": Paginated, "0.145.0": Paginated,
		"0.144.9": Legacy, "0.36.0": Legacy, "1.0.0": Paginated, "odd": Paginated} {
		if got := ModeOf(version); got != want {
			t.Errorf("%q: %s, want %s", version, got, want)
		}
	}
}

func TestFindPrefersThePlainRollout(t *testing.T) {
	root := t.TempDir()
	path := Path(root, "01a1fa47-78a8-7720-bb3f-0053adc67b17", time.Now())
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, path + ".zst"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := Find(root, SessionID(path)); got != path || err != nil {
		t.Errorf("got %s, %v", got, err)
	}
	if _, err := Find(root, "01a1fa47-0000-7720-bb3f-0053adc67b17"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func TestParseOutput(t *testing.T) {
	tests := []struct {
		name, output, want, wantError string
		failed                        bool
	}{
		{"exit code 0",
			"Chunk ID: 9ea225\nWall time: 0.0 seconds\nProcess exited with code 0\nOriginal token count: 14\nOutput:\na \"b\"\n", "a \"b\"\n", "", false},
		{"exit code 3", "Process exited with code 3\nOutput:\nx", "x", "exit code 3", true},
		{"a patch", "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.", "Success.", "", false},
		{"nothing after the header", "Exit code: 1\nOutput:\n", "", "exit code 1", true},
		{"still running", "Chunk ID: 1\nProcess running with session ID 7\nOutput:\n",
			"Chunk ID: 1\nProcess running with session ID 7\nOutput:\n", "", false},
		{"no exit code", "Wall time: 1\nOutput:\nx", "Wall time: 1\nOutput:\nx", "", false},
		{"a header of something else", "Exit code: 0\nMood: good\nOutput:\nx", "Exit code: 0\nMood: good\nOutput:\nx", "",
			false},
		{"the old shell", `{"output":"x\n","metadata":{"exit_code":2}}`, "x\n", "exit code 2", true},
		{"other JSON", `{"output":"x"}`, `{"output":"x"}`, "", false},
		{"aborted", "aborted by user after 1.2s", "aborted by user after 1.2s", "", true},
		{"aborted with its time", "Wall time: 3.4 seconds\naborted by user", "Wall time: 3.4 seconds\naborted by user", "",
			true},
		{"blocked by a hook", "Command blocked by PreToolUse hook: no", "Command blocked by PreToolUse hook: no", "", true},
		{"plain", "hello", "hello", "", false},
	}
	for _, test := range tests {
		got := ParseOutput(timeline.NewText(test.output))
		if got.Output.String() != test.want || got.Error != test.wantError || got.Failed != test.failed {
			t.Errorf("%s: %q %q %v", test.name, got.Output, got.Error, got.Failed)
		}
	}
}

func TestHowLongACallTookIsRead(t *testing.T) {
	for output, want := range map[string]float64{
		"Chunk ID: 9ea225\nWall time: 4.8660 seconds\nProcess exited with code 0\nOutput:\na": 4866,
		"Script completed\nWall time 0.1 seconds\nOutput:\na":                                 100,
		"Exit code: 1\nWall time: 0 seconds\nOutput:\na":                                      0,
		`{"output":"x","metadata":{"exit_code":0,"duration_seconds":0.3}}`:                    300,
		Header(2, new(9.7)) + "a":                                                             9.7,
		"Exit code: 1\nWall time: -1 seconds\nOutput:\na":                                     -1,
		"Exit code: 1\nOutput:\na":                                                            -1,
	} {
		if took := ParseOutput(timeline.NewText(output)).DurationMS; took == nil && want >= 0 || took != nil &&
			*took != want {
			t.Errorf("%q: %v, want %v", output, took, want)
		}
	}
	rest, took := ServerOutput(timeline.NewText(ServerHeader(40.9) + "open"))
	if rest.String() != "open" || took == nil || *took != 40.9 {
		t.Errorf("%q, %v", rest, took)
	}
}

func TestFromUniversalKeepsWhatTheModelReads(t *testing.T) {
	for _, test := range []struct {
		tool        timeline.Tool
		input, want string
	}{
		{timeline.Bash, `{"command":"ls","description":"List","timeout":5,"background":true}`,
			`{"cmd":"ls","timeout_ms":5,"description":"List","background":true}`},
		{timeline.Todo, `{"items":[{"text":"s","status":"completed","id":"1"}]}`,
			`{"plan":[{"step":"s","status":"completed","id":"1"}]}`},
	} {
		call, ok := FromUniversal(test.tool, []byte(test.input))
		if !ok || string(call.Arguments) != test.want || len(call.Dropped) > 0 {
			t.Errorf("%s %s became %s (dropped %v)", test.tool, test.input, call.Arguments, call.Dropped)
		}
	}
	if _, ok := FromUniversal(timeline.Todo, []byte(`{"id":"1","status":"completed"}`)); ok {
		t.Error("a change of one task is no plan")
	}
}

func TestToUniversal(t *testing.T) {
	tests := []struct {
		name, arguments string
		tool            timeline.Tool
		want            string
	}{
		{"exec_command", `{"cmd":"ls","workdir":"/x","tty":true}`, timeline.Bash,
			`{"command":"ls","workdir":"/x","tty":true}`},
		{"shell", `{"command":["bash","-lc","ls -l"],"timeout_ms":5}`, timeline.Bash, `{"command":"ls -l","timeout":5}`},
		{"shell", `{"command":["echo","it's"]}`, timeline.Bash, `{"command":"echo 'it'\\''s'"}`},
		{"shell_command", `{"command":"ls","timeout_ms":5}`, timeline.Bash, `{"command":"ls","timeout":5}`},
		{"view_image", `{"path":"a.png"}`, timeline.Read, `{"path":"a.png"}`},
		{"spawn_agent", `{"message":"m","agent_type":"t"}`, timeline.Task, `{"prompt":"m","agent":"t"}`},
		{"apply_patch", `{"input":"*** Begin Patch\n*** Add File: a\n+x\n*** End Patch"}`, timeline.Write,
			`{"path":"a","content":"x\n"}`},
		{"update_plan", `{"explanation":"e","plan":[{"step":"s","status":"pending"},1]}`, timeline.Todo,
			`{"explanation":"e","items":[{"text":"s","status":"pending"},1]}`},
		{"read_file", `{"file_path":"a","offset":2}`, timeline.Read, `{"path":"a","offset":2}`},
		{"write_file", `{"path":"a","content":"x"}`, timeline.Write, `{"path":"a","content":"x"}`},
		{"edit_file", `{"file_path":"a","old_string":"x","new_string":"y"}`, timeline.Edit,
			`{"path":"a","old":"x","new":"y"}`},
		{"grep_files", `{"pattern":"x","include":"*.go"}`, timeline.Search, `{"pattern":"x","glob":"*.go"}`},
		{"grep", `{"pattern":"x"}`, timeline.Search, `{"pattern":"x"}`},
		{"glob", `{"pattern":"*"}`, timeline.Glob, `{"pattern":"*"}`},
		{"list_dir", `{"dir_path":"a"}`, timeline.List, `{"path":"a"}`},
		{"ls", `{"path":"a"}`, timeline.List, `{"path":"a"}`},
		{"ask", `{"questions":[]}`, timeline.Ask, `{"questions":[]}`},
		{"call_agent", `{"prompt":"p"}`, timeline.Task, `{"prompt":"p"}`},
		{"write_stdin", `{"session_id":1}`, timeline.Unknown, `{"session_id":1}`},
		{"exec_command", `[1]`, timeline.Unknown, `{"arguments":"[1]"}`},
	}
	for _, test := range tests {
		tool, input := ToUniversal(test.name, []byte(test.arguments))
		if tool != test.tool || string(input) != test.want {
			t.Errorf("%s %s: got %s %s, want %s %s", test.name, test.arguments, tool, input, test.tool, test.want)
		}
	}
}
