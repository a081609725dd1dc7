// libwebsockets and the libuv loop under it, as Swift sees them.
#pragma once
#include <fcntl.h>
#include <libwebsockets.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <uv.h>

// LWS_PRE is a macro with a cast in it, which Swift does not import.
static const size_t lwsx_pre = LWS_PRE;

// accept4 is declared for _GNU_SOURCE only, which the Glibc module is built without.
extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);
static inline int lwsx_accept(int fd, struct sockaddr_storage *address)
{
	socklen_t length = sizeof(*address);

	return accept4(fd, (struct sockaddr *)address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

// socket types are an enum in C, and its values must be or-ed.
static inline int lwsx_stream_socket(int family)
{
	return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

// One word for setsockopt with an int, which is all that is needed here.
static inline int lwsx_set_option(int fd, int level, int name, int value)
{
	return setsockopt(fd, level, name, &value, sizeof(value));
}

// The numeric address of a peer: 0, or an EAI_ code. Takes any family.
static inline int lwsx_address_text(const struct sockaddr_storage *address, char *text, size_t size)
{
	socklen_t length = address->ss_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);

	return getnameinfo((const struct sockaddr *)address, length, text, (socklen_t)size, NULL, 0, NI_NUMERICHOST);
}

// The port a socket is bound to, or -1.
static inline int lwsx_port(int fd)
{
	struct sockaddr_storage address;
	socklen_t length = sizeof(address);

	if (getsockname(fd, (struct sockaddr *)&address, &length))
		return -1;
	if (address.ss_family == AF_INET6)
		return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);

	return ntohs(((struct sockaddr_in *)&address)->sin_port);
}

// RLIMIT_NOFILE is an enum in C, whose type differs between C libraries.
static inline int lwsx_get_file_limit(struct rlimit *limit) { return getrlimit(RLIMIT_NOFILE, limit); }
static inline int lwsx_set_file_limit(const struct rlimit *limit) { return setrlimit(RLIMIT_NOFILE, limit); }

// Function-like casts between libuv's handle types, which are structs with a common beginning.
static inline uv_handle_t *lwsx_handle(void *handle) { return (uv_handle_t *)handle; }

// ioctl is variadic. Counts the bytes that have come and have not been read.
static inline int lwsx_unread(int fd, int *count) { return ioctl(fd, FIONREAD, count); }

// Stops libuv's watch of a descriptor, whoever made it; only uv_walk finds a handle that is not ours.
static inline void lwsx_stop_poll_visit(uv_handle_t *handle, void *wanted)
{
	uv_os_fd_t fd;

	if (uv_handle_get_type(handle) == UV_POLL && uv_is_active(handle) && !uv_fileno(handle, &fd) &&
	    fd == (int)(intptr_t)wanted)
		uv_poll_stop((uv_poll_t *)handle);
}
static inline void lwsx_stop_poll(uv_loop_t *loop, int fd)
{
	uv_walk(loop, lwsx_stop_poll_visit, (void *)(intptr_t)fd);
}

// A macro that the Glibc module may lack.
static const int lwsx_dupfd_cloexec = F_DUPFD_CLOEXEC;
