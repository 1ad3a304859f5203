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

// Notifications tell the user of events, as the settings say.
type Notifications struct {
	process  *Process
	settings *Settings
}

// Ding returns what notifies the user of a run's changes, as the settings say. Terminal is where the user looks, nil
// when nowhere. Note gets what kept a notification from arriving.
func (to *Notifications) Ding(terminal io.Writer, note func(string)) *notify.Ding {
	channels := func(own config.Notify) []notify.Channel {
		return append(to.TerminalChannel(own, terminal), to.RemoteChannels(own)...)
	}
	return &notify.Ding{Notifier: to.Notifier(channels, func(err error) { note(err.Error()) })}
}

// Notifier notifies the user of events by the channels that the settings name, and by others when those change: a run
// may take days. Failed gets what keeps a notification from arriving. It ends with the process.
func (to *Notifications) Notifier(channels func(config.Notify) []notify.Channel, failed func(error)) *notify.Notifier {
	options := func(own config.Notify) notify.Options {
		o := notifyOptions(own, channels(own))
		o.Failed = failed
		return o
	}
	n := notify.New(options(to.settings.start.Notify))
	to.settings.OnChange(func(c config.Config) { n.Set(options(c.Notify)) })
	to.settings.Follow(failed)
	to.process.OnClose(n.Close) // after nothing follows the settings any more
	return n
}

// notifyOptions lays the user's settings, which are checked, over the channels.
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

// realPaths follows the links in folders, as CLIs record them, and keeps each as it was written, too.
func realPaths(folders []string) []string {
	for _, folder := range slices.Clone(folders) {
		if real := adapter.RealPath(folder); real != folder {
			folders = append(folders, real)
		}
	}
	return folders
}

// TerminalChannel is the channel of the terminal where the user looks: none when that is nil.
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

// RemoteChannels are those that reach the user wherever they look.
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
		if webhook, err := notify.NewWebhook(own.Webhook); err == nil { // the configuration is checked
			channels = append(channels, webhook)
		}
	}
	return channels
}

// What notify.terminal and notify.desktop can be beside the names of protocols.
const (
	auto = "auto"
	off  = "off"
	on   = "on"
)

// notifyChecks say what is wrong with the settings of notifications.
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
