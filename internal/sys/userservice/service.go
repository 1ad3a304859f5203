package userservice

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"path/filepath"
	"strings"
)

// Service is a program that the system keeps running. All fields except Environ and Final must be set.
type Service struct {
	// Name is one word, by which the system identifies the service. About is a one-line description.
	Name, About string
	// Maker is the command line that writes the file.
	Maker string
	// Args holds the program's absolute path and its arguments.
	Args []string
	// Environ holds the environment variables that the program needs in addition to those of the system, each as
	// NAME=value.
	Environ []string
	// Final holds the exit codes after which a restart is useless.
	Final []int
	// Log is the file for the program's output, on systems without a journal.
	Log string
}

// UnitPath returns the path where systemd looks for the unit, below the user's configuration folder.
func (s Service) UnitPath(settings string) string {
	return filepath.Join(settings, "systemd", "user", s.Name+".service")
}

// ListPath returns the path where launchd looks for the property list.
func (s Service) ListPath(home string) string {
	return filepath.Join(home, "Library", "LaunchAgents", s.Name+".plist")
}

// mark is in each file. It distinguishes the file from those that others have written.
const mark = "This file was written by: "

// IsOurs reports whether this package created a file of systemd or launchd.
func IsOurs(content []byte) bool { return bytes.Contains(content, []byte(mark)) }

// Unit returns the systemd unit. A stop ends only the program itself: what it has started for others, such as runs in
// the background, continues.
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

// In a unit, a percent sign begins a specifier. A line end within a value would begin another setting.
var (
	specifiers = strings.NewReplacer("%", "%%", "\n", " ")
	escapes    = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "%", "%%")
)

func quoted(word string) string { return `"` + escapes.Replace(word) + `"` }

// List returns the launchd property list. launchd restarts the program whenever it has failed, at most every ten
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

// text returns s escaped for XML.
func text(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a builder accepts everything
	return b.String()
}
