package guard

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"
)

// ErrNeedsTLS is the error of an address that other machines can reach, without a certificate: anybody on the way could
// read the secrets.
var ErrNeedsTLS = errors.New("others can reach this address, so it needs TLS: give a certificate and its key")

// Place is where a server listens.
type Place struct {
	// Scheme is http or https. Port is the server's port.
	Scheme, Port string
	// Hosts are the server's names with the port, as requests have them in their Host header, in lower case. The first is
	// the one to show to people.
	Hosts []string
}

// URL returns the address to show to people.
func (p Place) URL() string { return p.Scheme + "://" + p.Hosts[0] + "/" }

// cookieName includes the port: browsers send a cookie to all ports of a host, so two servers on one machine would
// replace each other's cookie.
func (p Place) cookieName() string { return "stead-" + p.Port }

// CookieName returns the name of the cookie that callers get.
func (g *Guard) CookieName() string { return g.options.Place.cookieName() }

// Certificate names the PEM files of a certificate with its chain and of its private key. The zero value means no
// certificate.
type Certificate struct{ File, Key string }

// Listen listens at an address, HOST:PORT. An address that other machines can reach needs a certificate, whose names
// become those of the server. Errors: ErrNeedsTLS, those of the files, and those of the network.
func Listen(ctx context.Context, address string, c Certificate) (net.Listener, Place, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, Place{}, fmt.Errorf("listen at %s: %w", address, err)
	}
	if c == (Certificate{}) && !isLoopback(host) {
		return nil, Place{}, fmt.Errorf("listen at %s: %w", address, ErrNeedsTLS)
	}
	names := []string{host, "127.0.0.1", "localhost", "::1"}
	var config *tls.Config
	if c != (Certificate{}) {
		if config, names, err = withCertificate(c); err != nil {
			return nil, Place{}, err
		}
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, Place{}, err
	}
	place := placeOf(l, names)
	if config != nil {
		l, place.Scheme = tls.NewListener(l, config), "https"
	}
	return l, place, nil
}

func isLoopback(host string) bool {
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}

// placeOf returns the place of a listener with these names. For a default port, which browsers leave out, it adds each
// host without the port.
func placeOf(l net.Listener, names []string) Place {
	_, port, _ := net.SplitHostPort(l.Addr().String()) // a TCP address has both
	p := Place{Scheme: "http", Port: port}
	for _, name := range names {
		name = strings.ToLower(name)
		p.Hosts = append(p.Hosts, net.JoinHostPort(name, port))
		if port == "80" || port == "443" {
			p.Hosts = append(p.Hosts, name)
		}
	}
	return p
}

// withCertificate returns the TLS configuration for a certificate, and the certificate's names.
func withCertificate(c Certificate) (*tls.Config, []string, error) {
	pair, err := tls.LoadX509KeyPair(c.File, c.Key)
	if err != nil {
		return nil, nil, fmt.Errorf("read the certificate %s with its key %s: %w", c.File, c.Key, err)
	}
	names := pair.Leaf.DNSNames
	for _, ip := range pair.Leaf.IPAddresses {
		names = append(names, ip.String())
	}
	if len(names) == 0 {
		return nil, nil, fmt.Errorf(
			"read the certificate %s: it names no host: make one with the name or the address that browsers will use", c.File)
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair},
		NextProtos: []string{"h2", "http/1.1"}}, names, nil
}
