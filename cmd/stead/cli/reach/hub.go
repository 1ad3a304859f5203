package reach

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/process"
	"stead/internal/sys/userservice"
)

// program is the one that is the hub: most machines have none, so the server in it is not part of stead.
const program = "stead-hub"

// defaultAddress is reached from the user's other machines. Nobody gets in without a key.
const defaultAddress = "0.0.0.0:7751"

type hubOptions struct {
	folder, listen, url       string
	nats, pin                 string
	gigabytes, days, replicas int
}

func hubCommand(p *setup.Process) *cobra.Command {
	var o hubOptions
	c := &cobra.Command{
		Use: "hub", Short: "Run the hub where your machines meet", Args: flags.NoArgs,
		Long: "hub runs the hub in the foreground, until it is interrupted: a server that your machines connect to, so that they show each other's sessions and\n" +
			"runs. While no machine has joined, it prints a line with which one can.\n\n" +
			"It listens at all addresses of this machine. Machines reach it at the first of them unless --url names a better one. Connections are encrypted,\n" +
			"and nobody gets in without a key; what sessions hold is encrypted between the machines, and the hub has no key for it.\n\n" +
			"With --nats the hub runs no server: it keeps an account of a team's cluster of NATS servers, and writes into the file users.conf of its folder who may\n" +
			"connect. Their administrator includes that file in the configuration of the servers.",
		Example: "  stead hub\n" +
			"  stead hub --url tls://desk.example.org:7751    by a name that stays\n" +
			"  stead hub install                              run it from your login on\n" +
			"  stead hub invite                               let another machine join\n" +
			"  stead hub revoke phone                         cut one off",
		RunE: func(*cobra.Command, []string) error { return runHub(p, o) },
	}
	c.PersistentFlags().StringVar(&o.folder, "folder", "",
		"the hub's `FOLDER`, where it keeps everything (default hub in stead's folder for data)")
	o.declare(c.Flags())
	service := background{"stead hub", func(*setup.Process) error { return nil }, o.service}.commands(p)
	o.declare(service[0].Flags())
	c.AddCommand(service...)
	c.AddCommand(inviteCommand(p, &o), machinesCommand(p, &o), revokeCommand(p, &o))
	return c
}

// declare adds the flags of what runs the hub.
func (o *hubOptions) declare(set *pflag.FlagSet) {
	set.StringVar(&o.listen, "listen", defaultAddress, "listen at this `ADDRESS`")
	set.StringVar(&o.url, "url", "", "the `URL` at which your other machines find the hub: tls://HOST:PORT")
	set.StringVar(&o.nats, "nats", "",
		"run no server, and keep the cluster of NATS servers at these `URLS`: tls://HOST:PORT, with commas between them (default the setting nats.url)")
	set.StringVar(&o.pin, "nats-pin", "",
		"the `HASH` of the authority of that cluster's certificates: SHA-256 of its public key, in base64 (default the setting nats.pin, or one that the system knows)")
	set.IntVar(&o.replicas, "replicas", 3, "have `N` servers of that cluster keep everything: 1, 3 or 5")
	set.IntVar(&o.gigabytes, "store-gb", 16, "take at most this many `GIGABYTES`")
	set.IntVar(&o.days, "keep-days", 90, "keep runs for so many `DAYS` after their last entry; 0 is for ever")
}

// settle takes the cluster from the settings where the command line names none.
func (o *hubOptions) settle(p *setup.Process) error {
	if o.nats != "" {
		return nil
	}
	s, err := p.Load(nil)
	if err == nil {
		o.nats, o.pin = s.Config.NATS.URL, s.Config.NATS.Pin
	}
	return err
}

// line is the program's path and its arguments.
func (o *hubOptions) line(p *setup.Process) ([]string, error) {
	if err := o.settle(p); err != nil {
		return nil, err
	}
	path, err := findProgram()
	if err != nil {
		return nil, err
	}
	folder, err := hubFolder(p, o.folder)
	if err != nil {
		return nil, err
	}
	line := []string{
		path, "--folder=" + folder, "--listen=" + o.listen, "--url=" + o.url, "--store-gb=" + strconv.Itoa(o.gigabytes),
		"--keep-days=" + strconv.Itoa(o.days),
	}
	if o.nats != "" {
		line = append(line, "--nats="+o.nats, "--nats-pin="+o.pin, "--replicas="+strconv.Itoa(o.replicas))
	}
	return line, nil
}

// service has the system run the hub. It prints no join line then, as that would lie in the system's journal.
func (o *hubOptions) service(p *setup.Process) (userservice.Service, error) {
	line, err := o.line(p)
	return userservice.Service{About: "stead hub: where your machines meet", Args: line,
		Final: []int{failure.WrongUsage}}, err
}

// runHub becomes the hub.
func runHub(p *setup.Process, o hubOptions) error {
	line, err := o.line(p)
	if err != nil {
		return err
	}
	p.Close()
	if err := process.Become(append(line, "--first-user="+userName()), p.Environ); err != nil {
		return fmt.Errorf("start %s: %w", line[0], err)
	}
	return nil
}

// findProgram finds the hub's program: beside this one, else in PATH.
func findProgram() (string, error) {
	if own, err := os.Executable(); err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(own), program)); err == nil {
			return path, nil
		}
	}
	path, err := exec.LookPath(program)
	if err != nil {
		return "", &failure.Error{Code: failure.NotInstalled,
			Text: "the program " + program + " is neither beside stead nor in PATH",
			Tip:  "it comes with stead; make build makes both"}
	}
	return filepath.Abs(path)
}

// userName is whose machines the user invites: all of one person's have the same.
func userName() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return "owner"
}
