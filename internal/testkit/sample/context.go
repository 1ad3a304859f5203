package sample

import "stead/timeline"

// Context returns a session with every kind of context that nobody typed, in the places where CLIs have it, and with
// prompts that only begin like such context.
func Context() timeline.Stream {
	b := &builder{}
	b.context(&timeline.Origin{Kind: timeline.Hook, Name: "SessionStart"}, "No releases on Fridays.")
	b.text(timeline.User, "Look at @docs/guide.md, please")
	b.context(&timeline.Origin{Kind: timeline.Mention, Name: "/home/user/demo/docs/guide.md"},
		"# Guide\n\n\tTo build, run \"make all\".")
	b.text(timeline.Assistant, "It says how to build.")
	b.context(&timeline.Origin{Kind: timeline.Shell, Typed: timeline.NewText("echo 'a \"b\"'; ls /gone"),
		ExitCode: new(2)}, "a \"b\"\nls: cannot access '/gone'")
	b.text(timeline.Assistant, "The folder is gone.")
	b.context(&timeline.Origin{Kind: timeline.Shell, Typed: timeline.NewText("true"), ExitCode: new(0)}, "")
	b.context(&timeline.Origin{Kind: timeline.Command, Name: "fixissue", Typed: timeline.NewText("/fixissue 42")},
		"Fix issue 42 of the calculator.")
	b.text(timeline.Assistant, "I fix it.")
	b.call(timeline.Bash, "shell", `{"command":"make"}`)
	b.result(true, "made", "")
	b.context(&timeline.Origin{Kind: timeline.Hook, Name: "PostToolUse"}, "The linter found one issue.")
	b.text(timeline.Assistant, "Fixed.")
	b.context(&timeline.Origin{Kind: timeline.Hook, Name: "Stop"}, "Run the tests before you end.")
	b.text(timeline.Assistant, "They pass.")
	b.context(&timeline.Origin{Kind: timeline.Skill, Name: "release-notes"}, "Release notes have three headings.")
	b.context(&timeline.Origin{Kind: timeline.Notification, Name: "a52b"},
		"The agent \"Audit\" has ended: it found a bug.")
	b.text(timeline.Assistant, "I see.")
	b.context(&timeline.Origin{Kind: timeline.IDE, Name: "/home/user/demo/main.go"}, "func main() {}")
	b.context(&timeline.Origin{Kind: timeline.Memory, Name: "/home/user/demo/MEMORY.md"}, "The user likes tabs.")
	b.context(&timeline.Origin{Kind: timeline.Reminder}, "main.go was changed.")
	b.text(timeline.User, "<system-reminder> stands in my log, what is it?")
	b.context(&timeline.Origin{Kind: timeline.Interruption}, "[Request interrupted by user]")
	b.text(timeline.User, "[Request interrupted by user] stands there, too. And <context from=\"hook\">?")
	b.text(timeline.Assistant, "Both are notes of a CLI.")
	for _, e := range b.entries {
		if e.Type == timeline.Assistant {
			e.Model = "sample-model"
		}
	}
	return timeline.Stream{Header: header(), Entries: timeline.Of(b.entries...)}
}

func (b *builder) context(origin *timeline.Origin, text string) {
	b.add(&timeline.Entry{Type: timeline.User, Origin: origin, Content: timeline.NewText(text)})
}
