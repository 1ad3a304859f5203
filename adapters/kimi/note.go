package kimi

import (
	"strconv"
	"strings"

	"stead/timeline"
)

// Note is a message with context that the user did not type: its text, and its origin as JSON.
type Note struct {
	Text   timeline.Text
	Origin []byte
}

// Notes returns the messages in which the CLI sends an entry's content to its model. It uses the CLI's own form if
// there is one. Messages with origins of these kinds reach the model once, are not merged with others, and are not
// displayed as prompts (observed with kimi-code 2.1.0).
func Notes(e *timeline.Entry) []Note {
	o := e.Origin
	switch {
	case o.Kind == timeline.Shell && len(e.Attachments) == 0:
		return shellNotes(e)
	case o.Kind == timeline.Hook && o.Name == "Stop":
		return []Note{{e.Content, origin(TriggerOrigin, "name", stopHook)}}
	case o.Kind == timeline.Hook:
		return []Note{{wrap(e.Content, "hook_result", "hook_event", o.Name), origin(HookOrigin, "event", o.Name)}}
	case o.Kind == timeline.Interruption && o.Name == "":
		return []Note{{wrap(e.Content, reminderTag), origin(InjectionOrigin, "variant", interruption)}}
	}
	return []Note{{e.Told(), origin(InjectionOrigin, "variant", noted)}}
}

func origin(kind string, members ...string) []byte {
	return timeline.AppendObject(nil, func(o *timeline.Object) {
		o.String("kind", kind)
		for i := 0; i+1 < len(members); i += 2 {
			o.String(members[i], members[i+1])
		}
	})
}

// shellNotes returns the line of a command and its output.
func shellNotes(e *timeline.Entry) []Note {
	errors := timeline.Text{}
	code := e.Origin.ExitCode
	if code != nil && *code != 0 {
		errors, _ = JoinExit(errors, timeline.NewText(exitError+strconv.Itoa(*code)))
	}
	output := timeline.Concat(timeline.NewText(stdoutBegin), escaped(e.Content), timeline.NewText(between), errors,
		timeline.NewText(stderrEnd))
	ended := timeline.AppendObject(nil, func(o *timeline.Object) {
		o.String("kind", ShellOrigin)
		o.String("phase", "output")
		if code != nil {
			o.Bool("isError", *code != 0)
		}
	})
	return []Note{{wrap(escaped(e.Origin.Typed), "bash-input"), origin(ShellOrigin, "phase", shellLine)}, {output, ended}}
}

// CommandOrigin returns the origin of a command's text. Ok is false if the CLI cannot hold the line that the user
// typed; the text then becomes a prompt.
func CommandOrigin(o *timeline.Origin) (as []byte, ok bool) {
	arguments, isCommand := strings.CutPrefix(o.Typed.String(), "/"+o.Name)
	rest, isParted := strings.CutPrefix(arguments, " ")
	if o.Name == "" || !isCommand || arguments != "" && (!isParted || rest == "") {
		return nil, false
	}
	return timeline.AppendObject(nil, func(m *timeline.Object) {
		m.String("kind", SkillOrigin)
		m.String("activationId", "stead-"+o.Name)
		m.String("skillName", o.Name)
		m.String("trigger", bySlash)
		if rest != "" {
			m.String("skillArgs", rest)
		}
	}), true
}
