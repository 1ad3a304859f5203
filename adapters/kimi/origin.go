package kimi

import "stead/internal/adapt/jsonl"

// Origin says who put a message of the user's role there. The zero value is that of a message without one: the user.
type Origin struct {
	Kind    jsonl.Value `member:"kind"`
	Name    jsonl.Value `member:"name"`
	Trigger jsonl.Value `member:"trigger"`
	// Variant is that of an injection, Phase and Failed those of a shell command, Event that of a hook, Task that of a
	// background task, Job that of a scheduled prompt.
	Variant jsonl.Value `member:"variant"`
	Phase   jsonl.Value `member:"phase"`
	Failed  jsonl.Value `member:"isError"`
	Event   jsonl.Value `member:"event"`
	Task    jsonl.Value `member:"taskId"`
	Job     jsonl.Value `member:"jobId"`
	// Command and Arguments are what was typed for a skill, or for the command of a plugin.
	Command   jsonl.Value `member:"skillName,commandName"`
	Arguments jsonl.Value `member:"skillArgs,commandArgs"`
	Plugin    jsonl.Value `member:"pluginId"`
	// Skills are those that a prompt names: their texts stand before it, in parts of their own.
	Skills jsonl.Value `member:"skillActivations"`
}

var originMembers jsonl.Table[Origin]

func peekOrigin(origin jsonl.Value) Origin { return originMembers.Peek(origin) }

// The kinds of origins that say more than that the user typed the message.
const (
	SkillOrigin     = "skill_activation"
	PluginOrigin    = "plugin_command"
	InjectionOrigin = "injection"
	ShellOrigin     = "shell_command"
	HookOrigin      = "hook_result"
	TriggerOrigin   = "system_trigger"
)

const (
	bySlash   = "user-slash"
	stopHook  = "stop_hook"
	shellLine = "input"
)

// IsPrompt reports whether the user put the message there, by typing or by a command that stands for a text. The prompt
// of a sub-agent is the agent's that started it, which is its user.
func (o Origin) IsPrompt() bool {
	switch o.Kind.String() {
	case "user":
		return true
	case SkillOrigin, PluginOrigin:
		return o.Trigger.Is(bySlash)
	case TriggerOrigin:
		return o.Name.Is("subagent")
	}
	return o.Kind.IsNull()
}

// IsInjection reports whether the message is a note of the harness that is not in the way when the user takes turns
// back.
func (o Origin) IsInjection() bool { return o.Kind.Is(InjectionOrigin) }

// IsSummary reports whether the message is the summary of a compaction.
func (o Origin) IsSummary() bool { return o.Kind.Is("compaction_summary") }

// IsShellLine reports whether the message is the line of a shell command of the user's, whose output follows in a
// message of its own.
func (o Origin) IsShellLine() bool { return o.Kind.Is(ShellOrigin) && o.Phase.Is(shellLine) }

// IsBlockedPrompt reports whether the message, which has the model's role, is what a hook said when it kept a prompt
// from the model.
func (o Origin) IsBlockedPrompt() bool { return o.Kind.Is(HookOrigin) }

// IsCommand reports whether the message is the text of a command.
func (o Origin) IsCommand() bool { return o.Kind.Is(SkillOrigin) || o.Kind.Is(PluginOrigin) }

// IsTyped reports whether the user typed something for the message: a prompt, or a command that ran.
func (o Origin) IsTyped() bool { return o.IsPrompt() || o.Kind.Is(ShellOrigin) }

// tells returns the task of whose end the message tells, or the variant of an injection that tells of tasks or of
// plugins.
func (o Origin) tells() string {
	switch {
	case o.Task.IsString():
		return o.Task.String()
	case !o.IsInjection():
	case o.Variant.Is(sessionStart):
		return sessionStart
	case o.Variant.Is(lostTasks):
		return lostTasks
	}
	return ""
}
