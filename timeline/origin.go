package timeline

import "slices"

// OriginKind says how a text that nobody typed in this form came into the model's context.
type OriginKind string

// The kinds of context that nobody typed. Writers deliver entries of these kinds to every CLI.
const (
	// Command is the text that a slash command expands to. It is the user's request, so it begins a turn.
	Command OriginKind = "command"
	// Mention is what the CLI read because the prompt names it: a file, a folder, an image, a resource of an MCP
	// server.
	Mention OriginKind = "mention"
	// Shell is the output of a command that the user ran in the CLI's shell mode.
	Shell OriginKind = "shell"
	// Skill is the text of a skill.
	Skill OriginKind = "skill"
	// Hook is what a hook sent to the model.
	Hook OriginKind = "hook"
	// Notification reports the end of a background job, with its answer.
	Notification OriginKind = "notification"
	// IDE is context from an editor: the selection, the open file.
	IDE OriginKind = "ide"
	// Memory is a note kept for later sessions, or a file of notes.
	Memory OriginKind = "memory"
	// Reminder is what the CLI itself sent to the model about the state of the work: open tasks, changed files.
	Reminder OriginKind = "reminder"
	// Interruption is the note that the user stopped the model.
	Interruption OriginKind = "interruption"
	// Unsorted is a text that the CLI stores in a form that stead does not know. Name is that form: a type of record or
	// part.
	Unsorted OriginKind = "unsorted"
)

// UnknownRecord is the kind of a hidden entry that holds a record, or a part of one, that stead does not know or could
// not read. There is no way to tell what the model received from it, so reports count it as lost. Name is the type that
// the record gives itself, if any. Any text found in it is delivered in a separate entry of kind Unsorted.
const UnknownRecord OriginKind = "unknown"

// Encrypted is the prefix of the name of an unknown record that only its vendor's model can read.
const Encrypted = "encrypted "

// Missing is the kind of a hidden entry that reports a gap in the session's file, found at the record before the entry.
// Name says what is missing.
const Missing OriginKind = "missing"

// The names of what may be missing: the record that another record follows, or the links between records. Without
// links, records were read in file order.
const (
	MissingRecord = "record"
	MissingLinks  = "links"
)

// The kinds of context that each CLI regenerates for its own model. Entries of these kinds are hidden, and no writer
// delivers them to another CLI. The list is closed: any kind on neither list is delivered.
const (
	// Instructions are the rules of the user and the project: CLAUDE.md, AGENTS.md, GEMINI.md.
	Instructions OriginKind = "instructions"
	// Environment describes the folder, the shell, the date and the state of the repository.
	Environment OriginKind = "environment"
	// Catalog is a list of the skills, agents, tools or servers that the CLI offers.
	Catalog OriginKind = "catalog"
	// Mode is the text of a mode: plan mode, permissions, the current model.
	Mode OriginKind = "mode"
	// Caveat is a remark of the CLI about the texts that follow.
	Caveat OriginKind = "caveat"
	// Trace is the record of a command that changes the CLI but not the work (/model, /compact), or the line that the
	// user typed for a command whose text follows.
	Trace OriginKind = "trace"
)

var delivered = []OriginKind{Command, Mention, Shell, Skill, Hook, Notification, IDE, Memory, Reminder, Interruption,
	Unsorted}

// DeliveredOrigins lists the kinds that writers deliver to every CLI. RebuiltOrigins lists those that every CLI
// regenerates.
func DeliveredOrigins() []OriginKind { return slices.Clone(delivered) }

// RebuiltOrigins lists the kinds that every CLI regenerates for its own model.
func RebuiltOrigins() []OriginKind {
	return []OriginKind{Instructions, Environment, Catalog, Mode, Caveat, Trace}
}

// Origin says how the text of a user entry came into the model's context when nobody typed it in this form. The entry's
// content is the text itself (a file's lines, a command's output) without the wrapping that the CLI added.
type Origin struct {
	Kind OriginKind `json:"kind"`
	// Name identifies the source of the text: the path of a file or folder, the server and URI of a resource
	// ("tracker:ticket://7"), the name of a command or skill, the event of a hook.
	Name string `json:"name,omitempty"`
	// Typed is what the user typed to produce the text: "/fixissue 42", or the line of a shell command. It is empty
	// when the user typed nothing.
	Typed Text `json:"typed,omitzero"`
	// ExitCode is the exit code of a shell command, if the CLI reports it.
	ExitCode *int `json:"exitCode,omitempty"`
	// DurationMS is how long a shell command took, in milliseconds, if the CLI reports it.
	DurationMS *float64 `json:"durationMs,omitempty"`
	Extra      Extra    `json:"-"`
}

// IsContext reports whether the entry is context that the model received without the user typing it. The text of a
// command does not count: it is the user's request.
func (e *Entry) IsContext() bool { return e.Origin != nil && e.Origin.Kind != Command }

// IsRebuilt reports whether the entry is hidden because each CLI regenerates its content.
func (e *Entry) IsRebuilt() bool {
	return e.Hidden && e.Origin != nil && e.Origin.Kind != UnknownRecord && e.Origin.Kind != Missing
}

// IsUnknown reports whether the entry is hidden because stead does not know its record, or could not read it.
func (e *Entry) IsUnknown() bool {
	return e.Hidden && e.Origin != nil && e.Origin.Kind == UnknownRecord
}

// IsMissing reports whether the entry only reports a gap in the session's file.
func (e *Entry) IsMissing() bool { return e.Hidden && e.Origin != nil && e.Origin.Kind == Missing }
