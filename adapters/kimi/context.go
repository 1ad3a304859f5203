package kimi

import (
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// rebuilt maps the variants of injections that every CLI generates for its own model to their kinds (read in the bundle
// of kimi-code 2.1.0).
var rebuilt = map[string]timeline.OriginKind{
	"date_change": timeline.Environment,
	"agents_md":   timeline.Instructions, "agents_md_change": timeline.Instructions, "init": timeline.Instructions,
	"dynamic_tool_schema": timeline.Catalog, "loadable-tools": timeline.Catalog, "plugin_change": timeline.Catalog,
	"permission_mode": timeline.Mode, "plan_mode": timeline.Mode, "swarm_mode": timeline.Mode,
	"swarm_mode_exit": timeline.Mode,
	"tower_mode":      timeline.Mode, "notify_user_nudge": timeline.Mode, "goal_fork_cleared": timeline.Mode,
	"btw": timeline.Caveat, "fork_context": timeline.Caveat, "compaction_elision": timeline.Caveat,
	"compaction_continuation": timeline.Caveat,
}

// delivered maps the variants of injections that carry content of the session. All others are reminders.
var delivered = map[string]timeline.OriginKind{
	interruption: timeline.Interruption, "shell_command_backgrounded": timeline.Shell, sessionStart: timeline.Skill,
	lostTasks: timeline.Notification,
}

// The variants of injections: the note that the user stopped the model, the plugins' texts at the start, the tasks that
// lost contact, and stead's own notes.
const (
	interruption = "interruption"
	sessionStart = "plugin_session_start"
	lostTasks    = "task_resume_termination"
	noted        = "stead"
)

// Context returns the content of a message that the user did not type, without the CLI's wrapping, and its origin.
// IsRebuilt reports that every CLI generates this content itself.
func (o Origin) Context(text timeline.Text) (content timeline.Text, origin *timeline.Origin, isRebuilt bool) {
	switch o.Kind.String() {
	case InjectionOrigin:
		return o.injected(text)
	case SkillOrigin, PluginOrigin:
		return skillText(text), o.activated(), false
	case ShellOrigin:
		return o.printed(text)
	case HookOrigin:
		return hookText(text), &timeline.Origin{Kind: timeline.Hook, Name: o.Event.String()}, false
	case "task", "background_task":
		return unwrap(text, "notification"), &timeline.Origin{Kind: timeline.Notification, Name: o.Task.String()}, false
	case "cron_job":
		return unwrap(unwrap(text, "cron-fire"), "prompt"), &timeline.Origin{Kind: timeline.Reminder, Name: o.Job.String()},
			false
	case TriggerOrigin:
		if o.Name.Is(stopHook) {
			return text, &timeline.Origin{Kind: timeline.Hook, Name: "Stop"}, false
		}
		return unwrap(text, reminderTag), &timeline.Origin{Kind: timeline.Reminder, Name: o.Name.String()},
			rebuilt[o.Name.String()] != ""
	}
	return unwrap(text, reminderTag), &timeline.Origin{Kind: timeline.Reminder}, false
}

func (o Origin) injected(text timeline.Text) (content timeline.Text, origin *timeline.Origin, isRebuilt bool) {
	variant := o.Variant.String()
	if content, origin, ok := timeline.ParseTold(text); ok && variant == noted {
		return content, origin, false
	}
	if kind := rebuilt[variant]; kind != "" {
		return unwrap(text, reminderTag), &timeline.Origin{Kind: kind}, true
	}
	origin = &timeline.Origin{Kind: delivered[variant]}
	if origin.Kind == "" {
		*origin = timeline.Origin{Kind: timeline.Reminder, Name: variant}
	}
	return unwrap(text, reminderTag), origin, false
}

// activated returns the origin of a skill's text: a command if the user typed it.
func (o Origin) activated() *timeline.Origin {
	name := o.Command.String()
	if plugin := o.Plugin.String(); plugin != "" {
		name = plugin + ":" + name
	}
	if !o.Trigger.Is(bySlash) {
		return &timeline.Origin{Kind: timeline.Skill, Name: name}
	}
	typed := "/" + name
	if arguments := o.Arguments.String(); arguments != "" {
		typed += " " + arguments
	}
	return &timeline.Origin{Kind: timeline.Command, Name: name, Typed: timeline.NewText(typed)}
}

// printed returns the line of a shell command, or its output. The failure of a command is known, and its exit code if
// the error output holds nothing else.
func (o Origin) printed(text timeline.Text) (content timeline.Text, origin *timeline.Origin, isRebuilt bool) {
	if o.IsShellLine() {
		return ShellLine(text), &timeline.Origin{Kind: timeline.Trace}, true
	}
	output, errors := shellOutput(text)
	origin = &timeline.Origin{Kind: timeline.Shell}
	if rest, code, ok := exitCode(errors); ok {
		errors, origin.ExitCode = rest, &code
	} else if o.Failed != nil && !o.Failed.Bool() {
		origin.ExitCode = new(int)
	}
	if errors.IsEmpty() {
		return output, origin, false
	}
	if output.IsEmpty() {
		return errors, origin, false
	}
	return timeline.Join([]timeline.Text{output, errors}, "\n"), origin, false
}

// Skill returns the text of a skill that a prompt names. Activation is the skill's element in the prompt's origin.
func Skill(activation jsonl.Value, text timeline.Text) (content timeline.Text, origin *timeline.Origin) {
	return skillText(text), &timeline.Origin{Kind: timeline.Skill, Name: activation.Get("skillName").String()}
}
