package timeline

import "slices"

// OriginKind says by which way a text that nobody typed as it stands came into the model's context.
type OriginKind string

// The kinds of context that nobody typed. Entries of these kinds are delivered to every CLI.
const (
	// Command is the text for which a slash command stands. It is the user's request, so it begins a turn.
	Command OriginKind = "command"
	// Mention is what the CLI read because the prompt names it: a file, a folder, a picture, a resource of an MCP server.
	Mention OriginKind = "mention"
	// Shell is the output of a command that the user ran in the CLI's shell mode.
	Shell OriginKind = "shell"
	// Skill is the text of a skill.
	Skill OriginKind = "skill"
	// Hook is what a hook told the model.
	Hook OriginKind = "hook"
	// Notification is the end of a job that ran in the background, with its answer.
	Notification OriginKind = "notification"
	// IDE is what an editor told: the selection, the open file.
	IDE OriginKind = "ide"
	// Memory is a note that was kept for later sessions, or a file of such notes.
	Memory OriginKind = "memory"
	// Reminder is what the CLI itself told the model about the state of the work: open tasks, changed files.
	Reminder OriginKind = "reminder"
	// Interruption is the note that the user stopped the model.
	Interruption OriginKind = "interruption"
	// Unsorted is the text of something that the CLI stores in a form that stead does not know. Name is that form: a type
	// of record or part.
	Unsorted OriginKind = "unsorted"
)

// UnknownRecord is the kind of a hidden entry that holds a record, or a part of one, that stead does not know or could
// not read. Nobody can say what the model was told by it, so reports count it as lost. Name is the type that it says of
// itself, if it says one. A text that was found in it is delivered by an entry of its own, of the kind Unsorted.
const UnknownRecord OriginKind = "unknown"

// Encrypted begins the name of an unknown record that only its vendor's model can read.
const Encrypted = "encrypted "

// Missing is the kind of a hidden entry that says that the session's file lacks something, found out at the record
// before it. Name says what.
const Missing OriginKind = "missing"

// The names of what may be missing: the record that another one follows, and the links between records, so that they
// were read in the order of the file.
const (
	MissingRecord = "record"
	MissingLinks  = "links"
)

// The kinds of context that each CLI makes anew for its own model. Entries of these kinds are hidden, and no writer
// delivers them to another CLI. The list is closed: what is on neither list is delivered.
const (
	// Instructions are the rules of the user and the project: CLAUDE.md, AGENTS.md, GEMINI.md.
	Instructions OriginKind = "instructions"
	// Environment is the folder, the shell, the date, the state of the repository.
	Environment OriginKind = "environment"
	// Catalog is a list of the skills, agents, tools or servers that the CLI offers.
	Catalog OriginKind = "catalog"
	// Mode is the text of a mode: plan mode, permissions, the model that answers.
	Mode OriginKind = "mode"
	// Caveat is a remark of the CLI about texts that follow.
	Caveat OriginKind = "caveat"
	// Trace is what a command leaves that changes the CLI and not the work (/model, /compact), or the line that was typed
	// for a command whose text follows.
	Trace OriginKind = "trace"
)

var delivered = []OriginKind{Command, Mention, Shell, Skill, Hook, Notification, IDE, Memory, Reminder, Interruption,
	Unsorted}

// DeliveredOrigins lists the kinds that are delivered to every CLI, RebuiltOrigins those that every CLI makes anew.
func DeliveredOrigins() []OriginKind { return slices.Clone(delivered) }

// RebuiltOrigins lists the kinds that every CLI makes anew for its own model.
func RebuiltOrigins() []OriginKind {
	return []OriginKind{Instructions, Environment, Catalog, Mode, Caveat, Trace}
}

// Origin says how the text of a user entry came into the model's context when nobody typed it as it stands. The entry's
// content is the text itself, without what the CLI put around it: a file's lines, a command's output.
type Origin struct {
	Kind OriginKind `json:"kind"`
	// Name says what the text is of: the path of a file or folder, the server and URI of a resource
	// ("tracker:ticket://7"), the name of a command or skill, the event of a hook.
	Name string `json:"name,omitempty"`
	// Typed is what the person typed for it: "/fixissue 42", or the line of a shell command. It is empty when nobody typed
	// anything.
	Typed Text `json:"typed,omitzero"`
	// ExitCode is that of a shell command, where the CLI tells it.
	ExitCode *int `json:"exitCode,omitempty"`
	// DurationMS is how many milliseconds a shell command took, where the CLI tells it.
	DurationMS *float64 `json:"durationMs,omitempty"`
	Extra      Extra    `json:"-"`
}

// IsContext reports whether the entry is something that the model was told and that nobody asked for in so many words.
// A command's text is none: it is the request.
func (e *Entry) IsContext() bool { return e.Origin != nil && e.Origin.Kind != Command }

// IsRebuilt reports whether the entry is hidden because each CLI makes anew what it says.
func (e *Entry) IsRebuilt() bool {
	return e.Hidden && e.Origin != nil && e.Origin.Kind != UnknownRecord && e.Origin.Kind != Missing
}

// IsUnknown reports whether the entry is hidden because stead does not know what it is, or could not read it.
func (e *Entry) IsUnknown() bool {
	return e.Hidden && e.Origin != nil && e.Origin.Kind == UnknownRecord
}

// IsMissing reports whether the entry only says that the session's file lacks something.
func (e *Entry) IsMissing() bool { return e.Hidden && e.Origin != nil && e.Origin.Kind == Missing }
