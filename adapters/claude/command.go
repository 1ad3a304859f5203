package claude

import (
	"strconv"
	"strings"

	"stead/timeline"
)

// CommandLine is what the record of a slash command says: its name without the slash, and what was typed.
type CommandLine struct {
	Name  string
	Typed string
	// IsSkill tells that the model loaded a skill, and nobody typed anything.
	IsSkill bool
}

// ParseCommand reads the record of a slash command.
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

// Command returns the text of a slash command's record, by the name of the command and what was typed.
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

// exitCode stands where a shell command's errors do: the CLI itself tells no exit code.
const exitCode = "Exit code "

// Output returns the text of the record behind that of a shell command. Code is nil when it is not known.
func Output(printed timeline.Text, code *int) timeline.Text {
	var failed timeline.Text
	if code != nil {
		failed = timeline.NewText(exitCode + strconv.Itoa(*code))
	}
	return timeline.Concat(Tagged(TagStdout, Escaped(printed), false), Tagged(TagStderr, failed, false))
}

// ExitCodeOf reads an exit code that [Output] has put where a command's errors stand.
func ExitCodeOf(failed timeline.Text) (code int, ok bool) {
	if failed.Len() > len(exitCode)+4 {
		return 0, false
	}
	number, ok := strings.CutPrefix(failed.String(), exitCode)
	code, err := strconv.Atoi(number)
	return code, ok && err == nil
}
