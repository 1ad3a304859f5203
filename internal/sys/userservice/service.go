package userservice

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"path/filepath"
	"strings"
)

// Service is a program that the system keeps running. All fields but Environ and Final must be set.
type Service struct {
	// Name is one word, by which the system knows the service, and About a line about it.
	Name, About string
	// Maker is the command line that writes the file.
	Maker string
	// Args are the program's absolute path and its arguments.
	Args []string
	// Environ is what the program needs of the environment beside what the system gives it, each NAME=value.
	Environ []string
	// Final are the exit codes after which it is of no use to begin it again.
	Final []int
	// Log is the file that gets what the program prints, where the system keeps no journal.
	Log string
}

// UnitPath is where systemd looks for the unit, below the user's folder for settings.
func (s Service) UnitPath(settings string) string {
	return filepath.Join(settings, "systemd", "user", s.Name+".service")
}

// ListPath is where launchd looks for the property list.
func (s Service) ListPath(home string) string {
	return filepath.Join(home, "Library", "LaunchAgents", s.Name+".plist")
}

// mark is in each file, and tells it from those that others have written.
const mark = "This file was written by: "

// IsOurs reports whether a file of systemd or launchd was made here.
func IsOurs(content []byte) bool { return bytes.Contains(content, []byte(mark)) }

// Unit is the unit of systemd. A stop ends the program alone: what it has started for others, as runs in the
// background, goes on.
func (s Service) Unit() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s%s\n[Unit]\nDescription=%s\n\n[Service]\nExecStart=", mark, specifiers.Replace(s.Maker),
		specifiers.Replace(s.About))
	for i, a := range s.Args {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strings.ReplaceAll(quoted(a), "$", "$$"))
	}
	b.WriteByte('\n')
	for _, variable := range s.Environ {
		fmt.Fprintf(&b, "Environment=%s\n", quoted(variable))
	}
	b.WriteString("Restart=on-failure\nRestartSec=2\nKillMode=process\n")
	if len(s.Final) > 0 {
		fmt.Fprintf(&b, "RestartPreventExitStatus=%s\n", strings.Trim(fmt.Sprint(s.Final), "[]"))
	}
	b.WriteString("\n[Install]\nWantedBy=default.target\n")
	return b.Bytes()
}

// In a unit a percent sign begins a specifier. A line's end within a value would begin another setting.
var (
	specifiers = strings.NewReplacer("%", "%%", "\n", " ")
	escapes    = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "%", "%%")
)

func quoted(word string) string { return `"` + escapes.Replace(word) + `"` }

// List is the property list of launchd. It begins the program again whenever that has failed, at most every ten
// seconds.
func (s Service) List() []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header +
		`<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">` + "\n")
	fmt.Fprintf(&b, "<!-- %s%s -->\n", mark, strings.ReplaceAll(s.Maker, "--", ""))
	b.WriteString("<plist version=\"1.0\">\n<dict>\n")
	fmt.Fprintf(&b, "\t<key>Label</key>\n\t<string>%s</string>\n", text(s.Name))
	b.WriteString("\t<key>ProgramArguments</key>\n\t<array>\n")
	for _, a := range s.Args {
		fmt.Fprintf(&b, "\t\t<string>%s</string>\n", text(a))
	}
	b.WriteString("\t</array>\n\t<key>EnvironmentVariables</key>\n\t<dict>\n")
	for _, variable := range s.Environ {
		name, value, _ := strings.Cut(variable, "=")
		fmt.Fprintf(&b, "\t\t<key>%s</key>\n\t\t<string>%s</string>\n", text(name), text(value))
	}
	b.WriteString(
		"\t</dict>\n\t<key>RunAtLoad</key>\n\t<true/>\n\t<key>KeepAlive</key>\n\t<dict>\n\t\t<key>SuccessfulExit</key>\n\t\t<false/>\n\t</dict>\n")
	fmt.Fprintf(&b,
		"\t<key>AbandonProcessGroup</key>\n\t<true/>\n\t<key>StandardErrorPath</key>\n\t<string>%s</string>\n", text(s.Log))
	b.WriteString("</dict>\n</plist>\n")
	return b.Bytes()
}

// text is a text within XML.
func text(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a builder takes all
	return b.String()
}
