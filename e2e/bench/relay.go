package main

import (
	"context"
	"errors"
	"os"
	"time"

	"stead/internal/term/asciicast"
	"stead/internal/term/ptyx"
	"stead/internal/term/screen"
	"stead/internal/term/sharing"
)

// relayCommand is the argument with which bench runs itself as the program that is measured: the relay of a run and
// nothing else.
const relayCommand = "relay"

// relay runs a shell command behind the relay, as a run does, and records it into a file unless that is empty.
func relay(file, command string) (err error) {
	var sink ptyx.Sink
	if file != "" {
		target, err := os.Create(file)
		if err != nil {
			return err
		}
		recorder, err := asciicast.NewRecorder(target, asciicast.Header{Columns: int(size.Columns), Rows: int(size.Rows)},
			time.Now())
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, recorder.Close(), target.Close()) }()
		sink = recorder
	}
	process, err := ptyx.Start(ptyx.Command{Path: "sh", Args: []string{"-c", command}, Env: os.Environ()}, size)
	if err != nil {
		return err
	}
	shared := sharing.New(size, func(reply func([]byte)) sharing.Screen {
		emulator := screen.New(int(size.Rows), int(size.Columns), reply)
		emulator.Keep(300)
		return emulator
	}, time.Now)
	defer shared.Close()
	if _, err := shared.Attach(os.Stdin, os.Stdout, sharing.AttachOptions{}); err != nil {
		return err
	}
	_, err = shared.Run(context.Background(), process, sink)
	return err
}
