package claude

import (
	"strings"

	"stead/adapters/claude"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

// sayings splits a user's record. What the user typed comes last, combined into one piece with all its texts and
// images.
func sayings(r *claude.Record, m *claude.Message) []piece {
	texts, attachments := parts(m.Content)
	var all []piece
	var words []timeline.Text
	for i, text := range texts {
		isLast := i == len(texts)-1 && len(words) == 0
		if p, ok := beside(r, text, isLast); ok {
			all = append(all, p)
		} else {
			words = append(words, text)
		}
	}
	said := typed(timeline.Join(words, "\n"), attachments...)
	switch {
	case len(words) == 0 && len(all) > 0:
		all[len(all)-1].attachments = attachments
		return all
	case said.isEmpty():
		return all
	}
	return append(all, said)
}

// beside identifies a text of a user's record that the user did not type. In a record that is marked as typed, the last
// text is the prompt, whatever its beginning.
func beside(r *claude.Record, text timeline.Text, isLast bool) (piece, bool) {
	switch {
	case r.IsTyped():
		if isLast {
			return piece{}, false
		}
		return tagged(text)
	case r.Origin.Get("kind").Is(claude.OriginNotification):
		return notification(text), true
	case r.Origin.Get("kind").IsString():
		return delivered(timeline.Reminder, "", text), true // another session, a channel, the CLI itself
	}
	return recognized(text)
}

// recognized identifies a text from its content alone, when its record does not say what it is.
func recognized(text timeline.Text) (piece, bool) {
	switch {
	case !mayBeNoted(text):
		return piece{}, false
	case claude.IsInterruption(text):
		return delivered(timeline.Interruption, "", text), true
	case claude.HasTag(claude.TagMessage, text):
		return command(text), true
	case claude.HasTag(claude.TagShell, text):
		return shell(text), true
	case claude.HasTag(claude.TagStdout, text), claude.HasTag(claude.TagStderr, text):
		return output(text), true
	case claude.HasTag(claude.TagCommand, text), claude.HasTag(claude.TagArguments, text):
		return rebuilt(timeline.Trace, text), true
	case text.HasPrefix(claude.LocalCommands), text.HasPrefix(claude.FormerCaveat):
		return local(text), true
	}
	return tagged(text)
}

// mayBeNoted is a cheap check that excludes most texts that only their author can have written.
func mayBeNoted(text timeline.Text) bool {
	inner := text.Inner()
	return len(inner) > 0 && strings.IndexByte(`<[C\`, inner[0]) >= 0
}

// tagged identifies a text inside one of the tags that the CLI adds to a prompt's record.
func tagged(text timeline.Text) (piece, bool) {
	if content, origin, ok := timeline.ParseTold(text); ok {
		return piece{text: content, origin: origin}, true
	}
	for _, t := range []struct {
		tag    string
		kind   timeline.OriginKind
		within func(string, timeline.Text) (timeline.Text, bool)
	}{
		{claude.TagReminder, timeline.Reminder, claude.WithinBlock}, {claude.TagSelection, timeline.IDE, claude.Within},
		{claude.TagOpened, timeline.IDE, claude.Within}, {claude.TagMemory, timeline.Memory, claude.Within},
	} {
		if !claude.HasTag(t.tag, text) {
			continue
		}
		if content, ok := t.within(t.tag, text); ok {
			return delivered(t.kind, "", content), true
		}
	}
	if claude.HasTag(claude.TagNotification, text) {
		return notification(text), true
	}
	return piece{}, false
}

// meta identifies a text that the CLI added.
func meta(r *claude.Record, m *claude.Message) piece {
	texts, attachments := parts(m.Content)
	text := timeline.Join(texts, "\n")
	switch p, ok := recognized(text); {
	case ok:
		p.attachments = attachments
		return p
	case text.HasPrefix(claude.StopFeedback):
		return delivered(timeline.Hook, "Stop", text.Slice(timeline.NewText(claude.StopFeedback).Len(), text.Len()))
	case text.Len() == len(claude.Continue) && text.String() == claude.Continue:
		return rebuilt(timeline.Trace, text)
	case r.SourceCall.IsString() && text.IsEmpty():
		return delivered(timeline.Mention, "", text, attachments...) // the pages of a document that was read
	case text.HasPrefix(claude.SkillFolder):
		p := delivered(timeline.Skill, claude.SkillOf(text), text, attachments...)
		p.completes = completes(r)
		return p
	}
	p := delivered(timeline.Reminder, "", text, attachments...)
	p.completes = completes(r)
	return p
}

// completes returns whether a text may be the expansion of a slash command. A text that a call added is not.
func completes(r *claude.Record) recordtree.Pair {
	if r.SourceCall.IsString() {
		return 0
	}
	return pairCommand
}

func local(text timeline.Text) piece {
	if claude.HasTag(claude.TagCaveat, text) || text.HasPrefix(claude.FormerCaveat) {
		return rebuilt(timeline.Caveat, text)
	}
	return rebuilt(timeline.Trace, text)
}

func command(text timeline.Text) piece {
	line := claude.ParseCommand(text)
	p := delivered(timeline.Command, line.Name, timeline.NewText(line.Typed))
	p.origin.Typed, p.announces = p.text, pairCommand
	if line.IsSkill {
		p.origin.Kind, p.text = timeline.Skill, timeline.NewText(line.Name)
	}
	return p
}

func shell(text timeline.Text) piece {
	typed, _ := claude.Within(claude.TagShell, text)
	p := delivered(timeline.Shell, "", timeline.Text{})
	p.origin.Typed, p.announces = typed, pairShell
	return p
}

// output returns the output of a shell command. The CLI records no exit code, so the writer puts one into the error
// output.
func output(text timeline.Text) piece {
	printed, _ := claude.Within(claude.TagStdout, text)
	failed, _ := claude.Within(claude.TagStderr, text)
	p := delivered(timeline.Shell, "", timeline.Text{})
	p.completes = pairShell
	if code, ok := claude.ExitCodeOf(failed); ok {
		p.origin.ExitCode, failed = &code, timeline.Text{}
	}
	p.text = timeline.Join([]timeline.Text{claude.Unescaped(printed), claude.Unescaped(failed)}, "\n")
	return p
}

// notification returns the end of a background job, named by the task's id.
func notification(text timeline.Text) piece {
	if content, ok := claude.WithinBlock(claude.TagNotification, text); ok {
		text = content
	}
	task, _ := claude.Within(claude.TagTask, text)
	return delivered(timeline.Notification, task.String(), text)
}
