package gemini

import (
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
)

// class says whether the CLI sends a stored value to its model.
type class uint8

const (
	unknown class = iota
	told
	// untold is a value that the CLI leaves out when it resumes a session, as an experiment showed.
	untold
	// about is a member that describes the member next to it.
	about
)

// messageTypes are the types of messages, and how 0.61.0 treats them when it resumes a session. It leaves out a message
// without a type, which only other programs write.
var messageTypes = map[string]class{User: told, Model: told, InfoLine: untold, ErrorLine: untold, "warning": untold,
	"": untold}

// IsMessageType reports whether stead knows the type of a message.
func IsMessageType(name string) bool { return messageTypes[name] != unknown }

// partMembers are the members that determine the kind of a part (the types of @google/genai in the bundle of 0.61.0,
// which removes unknown members from a part).
var partMembers = map[string]class{
	"text": told, "inlineData": told, "fileData": told, "executableCode": told, "codeExecutionResult": told,
	"functionCall": told, "functionResponse": told,
	"toolCall": untold, "toolResponse": untold,
	"thought": about, "thoughtSignature": about, "videoMetadata": about, "mediaResolution": about, "partMetadata": about,
}

// UnknownPart returns the kind that a part claims to be if stead knows none of its members. Ok is false for any other
// part.
func UnknownPart(part jsonl.Value) (name string, ok bool) {
	return entry.FirstMember(part, partMembers)
}

// lineMembers are the members that identify a line. A line with one of them is of a kind that the CLI accepts, or one
// that the CLI leaves out because another member is missing.
var lineMembers = map[string]class{"$rewindTo": told, "$set": told, "id": told, "sessionId": told,
	"projectHash": told, "messages": told}

// UnknownLine returns the kind that a line claims to be if stead does not know it. Ok is false for any other line.
func UnknownLine(line []byte) (name string, ok bool) { return entry.FirstMember(line, lineMembers) }

// states are the states of a tool call (0.61.0). Those of an ended call are told; those before the end are untold.
var states = map[string]class{
	Success: told, Failed: told, Cancelled: told, "": told,
	"validating": untold, "scheduled": untold, "executing": untold, "awaiting_approval": untold,
}

// IsState reports whether stead knows the state of a tool call.
func IsState(name string) bool { return states[name] != unknown }
