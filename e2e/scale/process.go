package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"stead/reach/member"
)

// process is a hub that runs as a program of its own.
type process struct {
	command     *exec.Cmd
	folder, url string
	// ready is how long it took to start.
	ready time.Duration
}

// startHub runs a hub that knows some machines before it starts: that is its file of machines.
func startHub(folder string, known []member.Peer) (*process, error) {
	path, err := program()
	if err != nil {
		return nil, err
	}
	content, err := json.Marshal(map[string]any{"machines": known})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, "machines.json"), content, 0o600); err != nil {
		return nil, err
	}
	command := exec.Command(path, "--folder", folder, "--listen", "127.0.0.1:0")
	command.Env = []string{"HOME=" + folder, "PATH=/usr/bin:/bin"}
	command.Stderr = os.Stderr
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	if err := command.Start(); err != nil {
		return nil, err
	}
	p := &process{command: command, folder: folder}
	said, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start the hub: %w", err), p.stop())
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	p.ready = time.Since(begin)
	p.url = "tls://" + strings.TrimSuffix(listens.FindStringSubmatch(said)[1], ".")
	return p, nil
}

var listens = regexp.MustCompile(`listens at ([^ ]+:[0-9]+)`)

func (p *process) stop() error {
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return p.command.Wait()
}

// ticks is how many units of processor time Linux counts in a second.
const ticks = 100

// usage is what the hub has used.
type usage struct {
	cpu              time.Duration
	resident, writes int64 // bytes
}

func (p *process) usage() (u usage, err error) {
	stat, err := p.read("stat")
	if err != nil {
		return u, err
	}
	fields := strings.Fields(stat[strings.LastIndex(stat, ")")+1:])
	for _, field := range fields[11:13] { // in user mode, in the kernel
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return u, err
		}
		u.cpu += time.Duration(n) * time.Second / ticks
	}
	if u.resident, err = p.number("status", "VmRSS:"); err != nil {
		return u, err
	}
	u.resident *= 1 << 10
	u.writes, err = p.number("io", "write_bytes:")
	return u, err
}

func (p *process) read(name string) (string, error) {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", p.command.Process.Pid, name))
	return string(content), err
}

// number reads the number behind a word.
func (p *process) number(name, word string) (int64, error) {
	content, err := p.read(name)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(content) {
		if rest, ok := strings.CutPrefix(line, word); ok {
			return strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
		}
	}
	return 0, fmt.Errorf("/proc has no %s", word)
}
