package kimi

import "stead/internal/adapt/jsonl"

// Origin is the source of a message in the user's role. The zero value is that of a message without an origin, which
// the user typed.
type Origin struct {
	Kind    jsonl.Value `member:"kind"`
	Name    jsonl.Value `member:"name"`
	Trigger jsonl.Value `member:"trigger"`
	// Variant belongs to an injection, Phase and Failed belong to a shell command, Event to a hook, Task to a background
	// task, Job to a scheduled prompt.
	Variant jsonl.Value `member:"variant"`
	Phase   jsonl.Value `member:"phase"`
	Failed  jsonl.Value `member:"isError"`
	Event   jsonl.Value `member:"event"`
	Task    jsonl.Value `member:"taskId"`
	Job     jsonl.Value `member:"jobId"`
	// Command and Arguments are the parts of the line that the user typed for a skill, or for the command of a plugin.
	Command   jsonl.Value `member:"skillName,commandName"`
	Arguments jsonl.Value `member:"skillArgs,commandArgs"`
	Plugin    jsonl.Value `member:"pluginId"`
	// Skills are the skills that a prompt names. Their texts precede the prompt, in parts of their own.
	Skills jsonl.Value `member:"skillActivations"`
}

var originMembers jsonl.Table[Origin]

func peekOrigin(origin jsonl.Value) Origin { return originMembers.Peek(origin) }

// The kinds of origins of messages that the user did not simply type.
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

// IsPrompt reports whether the message is the user's, either typed or the expansion of a command. The prompt of a
// sub-agent comes from the agent that started it, which acts as its user.
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

// IsInjection reports whether the message is a note of the harness. Such a note does not stop the user's undo.
func (o Origin) IsInjection() bool { return o.Kind.Is(InjectionOrigin) }

// IsSummary reports whether the message is the summary of a compaction.
func (o Origin) IsSummary() bool { return o.Kind.Is("compaction_summary") }

// IsShellLine reports whether the message is the line of a shell command that the user ran. The output follows in a
// message of its own.
func (o Origin) IsShellLine() bool { return o.Kind.Is(ShellOrigin) && o.Phase.Is(shellLine) }

// IsBlockedPrompt reports whether the message, which has the model's role, is the text of a hook that blocked a prompt.
func (o Origin) IsBlockedPrompt() bool { return o.Kind.Is(HookOrigin) }

// IsCommand reports whether the message is the text of a command.
func (o Origin) IsCommand() bool { return o.Kind.Is(SkillOrigin) || o.Kind.Is(PluginOrigin) }

// IsTyped reports whether the user typed something for the message: a prompt, or a command that ran.
func (o Origin) IsTyped() bool { return o.IsPrompt() || o.Kind.Is(ShellOrigin) }

// tells returns the id of the task whose end the message reports, or the variant of an injection about tasks or
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
