package claude

import (
	"strconv"
	"strings"

	"stead/timeline"
)

// CommandLine is the content of a slash command's record: the command's name without the slash, and what the user
// typed.
type CommandLine struct {
	Name  string
	Typed string
	// IsSkill reports that the model loaded a skill and the user typed nothing.
	IsSkill bool
}

// ParseCommand parses the record of a slash command.
func ParseCommand(text timeline.Text) CommandLine {
	name, _ := Within(TagCommand, text)
	if name.IsEmpty() {
		name, _ = Within(TagMessage, text)
	}
	line := CommandLine{Name: strings.TrimPrefix(strings.TrimSpace(name.String()), "/")}
	_, line.IsSkill = Within(TagSkillFormat, text)
	if !line.IsSkill {
		arguments, _ := Within(TagArguments, text)
		line.Typed = strings.TrimSpace("/" + line.Name + " " + arguments.String())
	}
	return line
}

// Command returns the text of a slash command's record, given the name of the command and the typed line.
func Command(name string, typed string) timeline.Text {
	word, arguments, _ := strings.Cut(strings.TrimSpace(typed), " ")
	if command, ok := strings.CutPrefix(word, "/"); ok && command != "" {
		name = command
	} else {
		arguments = typed
	}
	text := "<" + TagMessage + ">" + name + "</" + TagMessage + ">\n<" + TagCommand + ">/" + name + "</" + TagCommand + ">"
	if arguments != "" {
		text += "\n<" + TagArguments + ">" + arguments + "</" + TagArguments + ">"
	}
	return timeline.NewText(text)
}

// exitCode goes into the error output of a shell command, because the CLI itself records no exit code.
const exitCode = "Exit code "

// Output returns the text of the record that follows the record of a shell command. Code is nil if the exit code is
// unknown.
func Output(printed timeline.Text, code *int) timeline.Text {
	var failed timeline.Text
	if code != nil {
		failed = timeline.NewText(exitCode + strconv.Itoa(*code))
	}
	return timeline.Concat(Tagged(TagStdout, Escaped(printed), false), Tagged(TagStderr, failed, false))
}

// ExitCodeOf parses an exit code that [Output] put into a command's error output.
func ExitCodeOf(failed timeline.Text) (code int, ok bool) {
	if failed.Len() > len(exitCode)+4 {
		return 0, false
	}
	number, ok := strings.CutPrefix(failed.String(), exitCode)
	code, err := strconv.Atoi(number)
	return code, ok && err == nil
}
