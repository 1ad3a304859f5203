package memory

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// FindingKind says what was learnt from a session. Each kind has a table of that name, in the plural, in org.db.
type FindingKind string

// The kinds of findings.
const (
	DecisionKind      FindingKind = "decision"
	ErrorSolutionKind FindingKind = "error_solution"
	SkillLearningKind FindingKind = "skill_learning"
	PatternKind       FindingKind = "pattern"
)

// FindingKinds lists the kinds in the order in which they are shown.
var FindingKinds = []FindingKind{DecisionKind, ErrorSolutionKind, SkillLearningKind, PatternKind}

// Finding is something that was learnt from a session: exactly one of its four details is set, by its kind. One that
// was seen several times in a session is one finding with the evidence of all its occurrences.
type Finding struct {
	Kind FindingKind
	// Rule names the rule, or "model", by which it was found.
	Rule string
	// Confidence is how many of ten such findings are right, by measurement, divided by ten. It is between 0 and 1.
	Confidence float64
	Evidence   []Evidence

	Decision      *Decision
	ErrorSolution *ErrorSolution
	SkillLearning *SkillLearning
	Pattern       *Pattern
}

// Decision is a choice that somebody in a conversation settled.
type Decision struct {
	Choice string
	// Rejected lists what was not chosen, Reason says why; both as far as they were said.
	Rejected []string
	Reason   string
	// By is who decided.
	By Role
	// SupersededBy is the [Finding.Text] of the later decision that replaced this one. It is empty for one that stands.
	SupersededBy string
}

// ErrorSolution is a failure with the change after which the same command passed.
type ErrorSolution struct {
	// Signature is the failure's telling line without numbers, addresses and folders, so that the same failure elsewhere
	// has the same one.
	Signature string
	// Error is the failure's text, shortened.
	Error   string
	Command string
	// FixKind is "edit" or "command". Fix lists what cured it: the files changed with the change, or the command.
	FixKind string
	Fix     string
	// Files are the paths of the files that were changed.
	Files []string
}

// SkillLearning is a rule by which the user corrected what an assistant had done.
type SkillLearning struct {
	Rule string
}

// Pattern is something that was done or asked for again and again.
type Pattern struct {
	// Kind is "steps" for a sequence of calls, "prompt" for a request.
	Kind string
	// Steps are the calls, or the one request.
	Steps []string
}

// Part says what a piece of evidence shows.
type Part string

// The parts. Each occurrence of a finding has one piece of evidence with the leading part of its kind: PartStatement
// for decisions and skill learnings, PartError for error solutions, PartOccurrence for patterns. So times_seen is their
// number.
const (
	PartStatement  Part = "statement"
	PartError      Part = "error"
	PartFix        Part = "fix"
	PartProof      Part = "proof"
	PartOccurrence Part = "occurrence"
)

// Leading returns the part of which each occurrence of a finding has one.
func (k FindingKind) Leading() Part {
	switch k {
	case ErrorSolutionKind:
		return PartError
	case PatternKind:
		return PartOccurrence
	}
	return PartStatement
}

// Evidence is a step of a session from which something was learnt.
type Evidence struct {
	Part Part
	// Hash is the message's, Seq and Turn are the step's place in the session.
	Hash      string
	Seq, Turn int
	// LLMSource and Session name the session, Project the folder in which it worked; File and Line say where the record
	// stands.
	LLMSource, Session string
	Project            string
	File               string
	Line               int
	Occurred           string
}

// Text returns what the finding is about, so normalized that two findings of a kind with the same text are the same
// finding.
func (f *Finding) Text() string {
	switch {
	case f.Decision != nil:
		return plainWords(f.Decision.Choice)
	case f.ErrorSolution != nil:
		return plainWords(f.ErrorSolution.Signature) + "\x00" + plainWords(f.ErrorSolution.Command) + "\x00" +
			plainWords(f.ErrorSolution.Fix)
	case f.SkillLearning != nil:
		return plainWords(f.SkillLearning.Rule)
	case f.Pattern != nil:
		return f.Pattern.Kind + "\x00" + plainWords(strings.Join(f.Pattern.Steps, "\x00"))
	}
	return ""
}

// FindingID is the key of a finding's row: the hash of the tenant, the kind and the finding's [Finding.Text].
func FindingID(tenant string, kind FindingKind, text string) string {
	sum := sha256.Sum256([]byte(tenant + "\x00" + string(kind) + "\x00" + text))
	return hex.EncodeToString(sum[:16])
}

// plainWords returns a text in lower case, with one blank between words and no punctuation at its ends.
func plainWords(text string) string {
	return strings.Trim(strings.Join(strings.Fields(strings.ToLower(text)), " "), " .,;:!?\"'`*")
}
