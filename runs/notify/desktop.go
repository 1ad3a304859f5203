package notify

import (
	"cmp"
	"context"
	"errors"
	"html"
	"os/exec"
	"runtime"
	"strings"
)

// Desktop is the channel of desktop notifications. The system's own program shows them: a library for this (beeep
// 0.11.3) brings seven modules and a D-Bus client along, and never passes on the urgency.
type Desktop struct {
	// Program is the path of notify-send or osascript.
	Program string
	// Environ is its environment, which is that of the user's desktop.
	Environ []string
}

// ErrNoDesktop means that nothing here can show a notification.
var ErrNoDesktop = errors.New("there is no desktop: neither notify-send nor osascript, or no display")

// FindDesktop returns the channel of the desktop. The error is ErrNoDesktop.
func FindDesktop(environ []string, getenv func(string) string) (Desktop, error) {
	program := "notify-send"
	switch {
	case runtime.GOOS == "darwin":
		program = "osascript"
	case cmp.Or(getenv("DISPLAY"), getenv("WAYLAND_DISPLAY"), getenv("DBUS_SESSION_BUS_ADDRESS")) == "":
		return Desktop{}, ErrNoDesktop
	}
	path, err := exec.LookPath(program)
	if err != nil {
		return Desktop{}, ErrNoDesktop
	}
	return Desktop{Program: path, Environ: environ}, nil
}

// Name implements [Channel].
func (Desktop) Name() string { return "desktop" }

// Send implements [Channel].
func (d Desktop) Send(ctx context.Context, e Event) error {
	arguments := notifySend(e)
	if strings.HasSuffix(d.Program, "osascript") {
		arguments = osascript(e)
	}
	return run(ctx, append([]string{d.Program}, arguments...), d.Environ, nil)
}

// notifySend returns the arguments of notify-send (libnotify 0.8). A body is markup (Desktop Notifications
// Specification 1.2), and notify-send interprets backslashes in it as C does. The sounds are names from the
// freedesktop.org Sound Naming Specification.
func notifySend(e Event) []string {
	urgency, sound := "normal", "complete"
	if e.Kind.Urgent() {
		urgency, sound = "critical", "dialog-question"
	}
	body := strings.ReplaceAll(html.EscapeString(body(e)), `\`, `\\`)
	return []string{"--app-name=stead", "--urgency=" + urgency, "--hint=string:sound-name:" + sound, "--", e.Headline(),
		body}
}

// osascript returns the arguments of osascript. The event's texts are arguments of the script and never part of its
// code.
func osascript(e Event) []string {
	sound := "Glass"
	if e.Kind.Urgent() {
		sound = "Funk"
	}
	return []string{
		"-e", "on run argv", "-e",
		"display notification (item 2 of argv) with title (item 1 of argv) sound name (item 3 of argv)", "-e", "end run",
		"--", e.Headline(), body(e), sound,
	}
}

// body returns the text below the headline. It ends with the command that leads to the session.
func body(e Event) string {
	e = e.clean()
	return strings.TrimSpace(cmp.Or(e.About, e.Title) + "\n" + e.Command)
}
