package setup

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"stead/adapters/adapter"
	"stead/config"
	"stead/runs/notify"
)

// Notifications notify the user of events according to the settings.
type Notifications struct {
	process  *Process
	settings *Settings
}

// Ding returns a notifier for changes of a run, according to the settings. Terminal is the terminal that the user
// watches, or nil. Note receives the reasons why notifications did not arrive.
func (to *Notifications) Ding(terminal io.Writer, note func(string)) *notify.Ding {
	channels := func(own config.Notify) []notify.Channel {
		return append(to.TerminalChannel(own, terminal), to.RemoteChannels(own)...)
	}
	return &notify.Ding{Notifier: to.Notifier(channels, func(err error) { note(err.Error()) })}
}

// Notifier returns a notifier that uses the channels from the settings. It follows changes of the settings, because a
// run may take days. Failed receives the errors of notifications. The notifier ends with the process.
func (to *Notifications) Notifier(channels func(config.Notify) []notify.Channel, failed func(error)) *notify.Notifier {
	options := func(own config.Notify) notify.Options {
		o := notifyOptions(own, channels(own))
		o.Failed = failed
		return o
	}
	n := notify.New(options(to.settings.start.Notify))
	to.settings.OnChange(func(c config.Config) { n.Set(options(c.Notify)) })
	to.settings.Follow(failed)
	to.process.OnClose(n.Close) // it runs when nothing follows the settings any more
	return n
}

// notifyOptions combines the user's settings, which are already checked, with the channels.
func notifyOptions(own config.Notify, channels []notify.Channel) notify.Options {
	o := notify.Options{
		Filter:   notify.Filter{CLIs: own.CLIs, Projects: realPaths(own.Projects), Least: own.After},
		Channels: channels, Now: time.Now,
	}
	o.Quiet, _ = notify.ParseQuiet(own.Quiet)
	for _, kind := range own.Kinds {
		o.Filter.Kinds = append(o.Filter.Kinds, notify.Kind(kind))
	}
	return o
}

// realPaths adds the real paths of folders, which is how CLIs record them, and keeps the original ones.
func realPaths(folders []string) []string {
	for _, folder := range slices.Clone(folders) {
		if real := adapter.RealPath(folder); real != folder {
			folders = append(folders, real)
		}
	}
	return folders
}

// TerminalChannel returns the channel of the terminal that the user watches. It returns none if terminal is nil.
func (to *Notifications) TerminalChannel(own config.Notify, terminal io.Writer) []notify.Channel {
	if terminal == nil || own.Terminal == off {
		return nil
	}
	protocol := notify.Protocol(own.Terminal)
	if own.Terminal == auto {
		protocol = notify.ProtocolOf(to.process.Getenv)
	}
	return []notify.Channel{notify.Terminal{Out: terminal, Protocol: protocol, Wrapped: to.process.Getenv("TMUX") != ""}}
}

// RemoteChannels returns the channels that reach the user independently of a terminal.
func (to *Notifications) RemoteChannels(own config.Notify) []notify.Channel {
	var channels []notify.Channel
	if own.Desktop != off {
		desktop, err := notify.FindDesktop(to.process.Environ, to.process.Getenv)
		switch {
		case err == nil:
			channels = append(channels, desktop)
		case own.Desktop == on:
			to.process.Term.Err.Note("desktop notifications are not possible: %v", err)
		}
	}
	if len(own.Command) > 0 {
		channels = append(channels, notify.Command{Line: own.Command, Environ: to.process.Environ})
	}
	if own.Webhook != "" {
		if webhook, err := notify.NewWebhook(own.Webhook); err == nil { // the configuration is already checked
			channels = append(channels, webhook)
		}
	}
	return channels
}

// The values of notify.terminal and notify.desktop besides the names of protocols.
const (
	auto = "auto"
	off  = "off"
	on   = "on"
)

// notifyChecks returns checks for the settings of notifications.
func notifyChecks() map[string]func(string) error {
	protocols := []string{auto, off}
	for _, protocol := range notify.Protocols {
		protocols = append(protocols, string(protocol))
	}
	return map[string]func(string) error{
		"notify.terminal": oneOf(protocols...),
		"notify.desktop":  oneOf(auto, on, off),
		"notify.kinds":    func(value string) error { _, err := notify.ParseKind(value); return err },
		"notify.quiet":    func(value string) error { _, err := notify.ParseQuiet(value); return err },
		"notify.webhook": func(value string) error {
			if value == "" {
				return nil
			}
			_, err := notify.NewWebhook(value)
			return err
		},
	}
}

func oneOf(allowed ...string) func(string) error {
	return func(value string) error {
		if slices.Contains(allowed, value) {
			return nil
		}
		return fmt.Errorf("%q is not known: use %s", value, strings.Join(allowed, ", "))
	}
}
