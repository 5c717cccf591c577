window.violations = []
document.addEventListener("securitypolicyviolation", event => {
  window.violations.push(event.effectiveDirective + " " + event.blockedURI.replace(location.port, "PORT"))
})
