// Package anew holds the one list of texts that the comparisons of requests ignore: texts that a CLI generates itself,
// and additions that it puts around a text. Each row says with which CLI and version it was observed, and why the next
// CLI does not need it. Everything that is not on a list is compared.
//
// The comparisons of e2e/fidelity also ignore these differences by their nature: blanks and blank lines around a text,
// whether consecutive texts are one message or two, the order of results of parallel calls, thinking that another
// vendor has signed, repeated results of a session that Gemini CLI 0.61.0 resumes, and whether a call failed if one of
// the two APIs has no field for it.
package anew

import "strings"

// Text is a whole text that a CLI tells its model without having it from the session.
type Text struct {
	// API is that of the CLI's requests, Role the one in which the text is told.
	API, Role string
	// Begin and End are how the text begins and ends, blanks aside. A prompt that only begins so is none.
	Begin, End string
	// Why says what the text is, which CLI makes it, and with which version that was observed.
	Why string
}

const (
	openReminder  = "<system-reminder>\n"
	closeReminder = "</system-reminder>"
)

// IsText reports whether a text is one that the CLI makes by itself.
func IsText(api, role, text string) bool {
	text = strings.TrimSpace(text)
	for _, t := range Texts {
		if t.API == api && t.Role == role && strings.HasPrefix(text, t.Begin) && strings.HasSuffix(text, t.End) {
			return true
		}
	}
	// Claude Code tells older models in the user's name what newer ones are told in the system's.
	told, isReminder := strings.CutPrefix(text, openReminder)
	return api == "anthropic" && role == "user" && isReminder && strings.HasSuffix(told, closeReminder) &&
		IsText(api, "system", told)
}

// Begins reports whether one of the texts of the role begins as the text does: a CLI may join several in one message.
func Begins(api, role, text string) bool {
	for _, t := range Texts {
		if t.API == api && t.Role == role && strings.HasPrefix(text, t.Begin) {
			return true
		}
	}
	return false
}
