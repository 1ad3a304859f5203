package kinds

import "regexp"

// claudeSources are two tables in the program of Claude Code 2.1.332: where the text of each kind of attachment comes from, and what becomes of each type of
// record when it shortens a session's file. Names of one word are left out: other tables have the same values.
var claudeSources = []source{{
	"@anthropic-ai/claude-code-linux-*/claude",
	regexp.MustCompile(`[,{]"?([a-z]+[_-][a-z_-]+)"?:"(?:harness|local|names|recorded|undecided|boundary-cleared|accumulate|last-wins)"`),
}}
