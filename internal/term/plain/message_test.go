package plain

import "testing"

func TestMessagesBreakBetweenWords(t *testing.T) {
	for _, c := range []struct {
		name, text string
		width      int
		want       string
	}{
		{"fits", "hint: did you mean claude?", 40, "hint: did you mean claude?"},
		{"no limit", "a long message", 0, "a long message"},
		{"words", "hint: the CLIs are kimi, kimi-cli, opencode", 30, "hint: the CLIs are kimi,\nkimi-cli, opencode"},
		{"a label", "left out   thinking (1): only the vendor", 30, "left out   thinking (1): only\n           the vendor"},
		{"an indent", "  aws-access-token in a prompt", 20, "  aws-access-token\n  in a prompt"},
		{"each line", "one two\nthree four", 7, "one two\nthree\nfour"},
		{"a command", "run        3d13 (resume it: stead run --resume 3d13) now", 40,
			"run        3d13 (resume it:\n           stead run --resume 3d13) now"},
		{"a command before a remark", "go on: stead run --to CLI (or not)", 22, "go on:\nstead run --to CLI (or\nnot)"},
		{"backquotes", "hint: `stead list --here` lists them", 20, "hint:\n`stead list --here`\nlists them"},
		{"a command that fits nowhere", "as stead knows: stead run --resume 3d13", 12,
			"as stead\nknows: stead\nrun --resume\n3d13"},
		{"a long word", "read /a/long/path/to/a.jsonl: no such file", 12, "read\n/a/long/path/to/a.jsonl:\nno such file"},
		{"wide characters", "世界 世界 世界", 9, "世界 世界\n世界"},
	} {
		if got := Message(c.text, c.width); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}
