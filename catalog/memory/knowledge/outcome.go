package knowledge

import (
	"strconv"
	"strings"

	"stead/internal/adapt/prefilter"
)

// outcome is how a call ended.
type outcome int

const (
	passed outcome = iota
	failed
	// undecided is neither: a search that found nothing, a call that the user refused or interrupted.
	undecided
)

var (
	refused = prefilter.Regexp(
		`(?i)(user doesn't want to (proceed|take)|tool use was rejected|rejected by (the )?user|user (rejected|denied|declined|cancel+ed|aborted|refused)|` +
			`denied by (the )?user|cancel+ed by (the )?user|aborted by (the )?user|interrupted by (the )?user|request interrupted|operation cancel+ed|permission (was )?denied by|` +
			`^\[?(interrupted|aborted|cancel+ed)\b|not approved|requires approval|user skipped|user chose not to)`)
	// told is how CLIs tell an exit code in the text of a result: Claude Code "Exit code 1", Gemini CLI "Exit Code: 1",
	// Codex "Process exited with code 1", "(exit code 1)".
	told = prefilter.Regexp(
		`(?im)(?:^|[\s({"])(?:error: )?(?:process |command )?(?:exited with (?:exit )?(?:code|status)|exit[ _]?(?:code|status)"?)[:=]?\s*"?(-?\d+)`)
	// markers are how programs say in words that they have failed, at the beginning of a line.
	markers = prefilter.Regexp(
		`(?m)^\s*(Traceback \(most recent call last\)|--- FAIL|FAIL\b|FAILED\b|FAILURES?\b|=+ (FAILURES|ERRORS) =|[A-Z]\w*(Error|Exception): |npm ERR!|error(\[\w+\])?: |Error: |fatal: |panic: |` +
			`make(\[\d+\])?: \*\*\*|ld: |BUILD FAILED|Segmentation fault|(ba|z|da)?sh: .*(not found|No such file)|\S+: command not found|not ok \d|✗ |✖ |✘ |Tests?:\s+\d+ failed|=+ .*\b\d+ failed)|: command not found|` +
			`\b[1-9]\d* (tests? )?failed\b|\b[1-9]\d* (errors?|failures?)\b|: error(?: TS\d+)?: |: error:`)
	// clean is how checks say that all is well, with words that otherwise mean a failure.
	clean = prefilter.Regexp(`(?i)\b(0|no) (errors?|failures?|failed)\b`)
)

// exitInterrupted are the exit codes of programs that were stopped by a signal: Ctrl-C, kill.
var exitInterrupted = map[int]bool{130: true, 137: true, 143: true}

// endOf says how a call ended, by its result: the source's own word for it, the exit code, else what the text tells.
func endOf(s *step) outcome {
	if s.call == nil || !s.call.runs() {
		return undecided
	}
	head := s.Text[:min(len(s.Text), 2000)]
	code := exitCode(s)
	switch {
	case (s.Success != nil && !*s.Success || code > 0) && refused().MatchString(head), exitInterrupted[code]:
		return undecided
	case s.Success != nil && !*s.Success || code > 0:
		if s.call.Line.Searches() && code <= 1 {
			return undecided
		}
		return failed
	case s.call.Line.Prints():
		return passed
	case code == 0 && !s.call.Line.HidesFailure:
		return passed
	}
	return byText(s.Text)
}

// byText tells a failure by the words of an output.
func byText(text string) outcome {
	for _, at := range markers().FindAllStringIndex(text, 20) {
		line := lineAround(text, at[0], at[1])
		if !clean().MatchString(line) {
			return failed
		}
	}
	return passed
}

// lineAround returns the lines in which a part of a text stands.
func lineAround(text string, from, to int) string {
	from = strings.LastIndexByte(text[:from], '\n') + 1
	if end := strings.IndexByte(text[to:], '\n'); end >= 0 {
		return text[from : to+end]
	}
	return text[from:]
}

// exitCode returns the code with which a command ended, -1 if nothing tells it.
func exitCode(s *step) int {
	if s.ExitCode != nil {
		return *s.ExitCode
	}
	// The line stands before or behind the output.
	for _, part := range []string{s.Text[:min(len(s.Text), 300)], s.Text[max(0, len(s.Text)-300):]} {
		if m := told().FindStringSubmatch(part); m != nil {
			if code, err := strconv.Atoi(m[1]); err == nil {
				return code
			}
		}
	}
	return -1
}
