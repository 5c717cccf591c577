(()=>{var e=globalThis;function t(n){return(e.__Zone_symbol_prefix||"__zone_symbol__")+n}e.Zone=t})();
