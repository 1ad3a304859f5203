package gemini

import (
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
)

// class says whether the CLI tells its model what it has stored.
type class uint8

const (
	unknown class = iota
	told
	// untold is what the CLI leaves out when it resumes a session, as an experiment has shown.
	untold
	// about is a member that says more about the one beside it.
	about
)

// messageTypes are the types of messages, as 0.61.0 resumes them. A message without a type, which only other programs
// write, it leaves out.
var messageTypes = map[string]class{User: told, Model: told, InfoLine: untold, ErrorLine: untold, "warning": untold,
	"": untold}

// IsMessageType reports whether the type of a message is known.
func IsMessageType(name string) bool { return messageTypes[name] != unknown }

// partMembers are the members of a part, by which it says what it is (the types of @google/genai in the bundle of
// 0.61.0, which strips the members of a part that it does not know).
var partMembers = map[string]class{
	"text": told, "inlineData": told, "fileData": told, "executableCode": told, "codeExecutionResult": told,
	"functionCall": told, "functionResponse": told,
	"toolCall": untold, "toolResponse": untold,
	"thought": about, "thoughtSignature": about, "videoMetadata": about, "mediaResolution": about, "partMetadata": about,
}

// UnknownPart returns what a part says it is, when stead knows none of its members. Ok is false for any other part.
func UnknownPart(part jsonl.Value) (name string, ok bool) {
	return entry.FirstMember(part, partMembers)
}

// lineMembers are the members of which one tells that a line is of a kind that the CLI takes, or that it leaves out for
// want of another one.
var lineMembers = map[string]class{"$rewindTo": told, "$set": told, "id": told, "sessionId": told,
	"projectHash": told, "messages": told}

// UnknownLine returns what a line says it is, when it is of a kind that stead does not know. Ok is false for any other
// line.
func UnknownLine(line []byte) (name string, ok bool) { return entry.FirstMember(line, lineMembers) }

// states are those of a tool call: of one that has ended, and those in which the CLI has it before (0.61.0).
var states = map[string]class{
	Success: told, Failed: told, Cancelled: told, "": told,
	"validating": untold, "scheduled": untold, "executing": untold, "awaiting_approval": untold,
}

// IsState reports whether the state of a tool call is known.
func IsState(name string) bool { return states[name] != unknown }
