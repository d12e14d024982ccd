// Runs before the first paint, so that a chosen theme never flashes; the settings model owns the value.
try {
  const { theme } = JSON.parse(localStorage.getItem('hokito:settings') ?? '{}')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Unreadable settings are reported by the settings model; the page then follows the system's theme.
}
